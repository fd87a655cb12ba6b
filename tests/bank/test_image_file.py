"""Pictures beside questions: what platforms can show, and nothing from elsewhere."""

from pathlib import Path

import pytest

from bot.bank.files import check, picture_path
from bot.core.errors import NothingThere
from bot.core.question import PackId, Picture
from tests.bank.folders import IMAGE, PNG, QUESTION, a_folder, a_question_file, changed


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("fence.png", None, "is not beside the question"),
        ("fence.png", b"hello", "is not a picture"),
        ("fence.png", b"", "is not a picture"),
        ("fence.png", b"GIF89a" + bytes(9), "is a GIF picture under another name"),
        ("fence.png", PNG + bytes(1_000_000), "is larger than 1 MB"),
        ("fence.svg", b"<svg/>", "cannot be “fence.svg”"),
        ("../fence.png", PNG, "cannot be “../fence.png”"),
        ("a fence.png", PNG, "cannot be “a fence.png”"),
    ],
)
def test_a_picture_that_cannot_be_shown_is_told(tmp_path: Path, name: str, data: bytes | None, problem: str) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, IMAGE, ("fence.png", name)))
    if data is not None:
        (content / "facts/sums" / name).write_bytes(data)

    problems = check(content).problems

    assert [(each.line, each.field, each.problem) for each in problems] == [(14, "image.file", problem)]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("fence.jpg", b"\xff\xd8\xff\xe0"),
        ("fence.jpeg", b"\xff\xd8\xff\xe0"),
        ("fence.gif", b"GIF87a"),
        ("fence.webp", b"RIFF\x00\x00\x00\x00WEBPVP8 "),
    ],
)
def test_the_kinds_that_platforms_show_are_taken(tmp_path: Path, name: str, data: bytes) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, IMAGE, ("fence.png", name)))
    (content / "facts/sums" / name).write_bytes(data)

    assert check(content).problems == ()


def test_a_picture_needs_words(tmp_path: Path) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, IMAGE, ("Four posts\n", "''\n")))
    (content / "facts/sums/fence.png").write_bytes(PNG)

    assert [(each.line, each.field, each.problem) for each in check(content).problems] == [
        (15, "image.alt", "is empty")
    ]


def test_a_picture_linked_from_elsewhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(PNG)
    content = a_question_file(tmp_path / "content", changed(QUESTION, IMAGE))
    (content / "facts/sums/fence.png").symlink_to(tmp_path / "secret.png")

    assert [each.problem for each in check(content).problems] == ["is a link that leads out of the folder"]


def test_a_picture_is_found_in_its_pack(tmp_path: Path) -> None:
    content = a_folder(tmp_path, {"facts/sums/fence.png": PNG})

    path = picture_path(content, Picture(pack=PackId("facts"), file="sums/fence.png", alt="x"))

    assert path.read_bytes() == PNG


@pytest.mark.parametrize(
    ("pack", "file"),
    [
        ("facts", "../other.png"),
        ("facts", "/etc/hostname"),
        ("facts", "sums/gone.png"),
        ("facts", "sums"),
        ("..", "content/facts/pack.yaml"),
        (".", "other.png"),
        ("gone", "fence.png"),
        ("facts", "\0"),
    ],
)
def test_no_picture_is_found_outside_its_pack(tmp_path: Path, pack: str, file: str) -> None:
    content = a_folder(tmp_path / "content", {"other.png": PNG})

    with pytest.raises(NothingThere, match="is not there"):
        picture_path(content, Picture(pack=PackId(pack), file=file, alt="x"))
