"""Small content folders: questions whose choices say whether they are right."""

from collections.abc import Mapping
from pathlib import Path

from tests.bank.folders import PNG, QUESTION, a_folder, changed

_NAMES = {"sums": ("plus", "minus", "times", "over"), "words": ("noun", "verb", "adverb", "article")}


def a_content(content: Path) -> Path:
    """Four questions in each of two topics; sums/plus shows sums/gaps.png."""
    files: dict[str, str | bytes] = {
        f"facts/{topic}/{name}.yaml": _a_question(name) for topic, names in _NAMES.items() for name in names
    }
    pictured = changed(_a_question("plus"), ("choices:", "image: {file: gaps.png, alt: Four posts}\nchoices:"))
    return _folder(content, {**files, "facts/sums/plus.yaml": pictured, "facts/sums/gaps.png": PNG})


def a_content_with_two_answers(content: Path) -> Path:
    """One question, of which two choices are right."""
    wrong = "text: Wrong two of pairs\n    why: No.\n    tempting: It sounds well.\n    falls_for: off-by-one"
    second = ("text: Wrong one of pairs", "text: Right two of pairs\n    why: Yes.\n    correct: true\n  - " + wrong)
    several = changed(
        _a_question("pairs"),
        ("of pairs?", "of pairs? Choose two."),
        (second[0], f"{second[1]}\n  - text: Wrong one of pairs"),
    )
    return _folder(content, {"facts/sums/pairs.yaml": several})


def _folder(content: Path, files: Mapping[str, str | bytes]) -> Path:
    a_folder(content, files)
    (content / "facts/sums/fence.yaml").unlink()
    return content


def _a_question(name: str) -> str:
    return changed(
        QUESTION,
        ("title: Fence", f"title: {name.capitalize()}"),
        ("How many gaps are between four posts?", f"What is true of {name}?"),
        ("Three gaps", f"Right one of {name}"),
        ("Four gaps", f"Wrong one of {name}"),
    )
