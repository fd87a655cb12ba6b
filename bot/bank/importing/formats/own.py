"""Our own YAML: an export with many questions, or one question's file."""

import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Mapping
from typing import Any

from bot.bank.importing.draft import Draft, DraftChoice, DraftPicture, Format, NotABank, Reading, Skipped, first_words
from bot.bank.importing.source import Source
from bot.bank.yaml_text import Tree, read

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_STEM = re.compile(r"^(?:[ \t]*(?:-[ \t]+)?)stem:", re.MULTILINE)
_TEXT = re.compile(r"^[ \t]*-?[ \t]+text:", re.MULTILINE)


def _sniff(source: Source) -> int:
    if source.is_binary or not _STEM.search(source.text) or not _TEXT.search(source.text):
        return 0
    return 95 if _questions(read(source.text).data) else 0


def _read(source: Source) -> Reading:
    yaml = read(source.text)
    if yaml.findings:
        raise NotABank(f"{source.name} in line {yaml.findings[0].line} {yaml.findings[0].problem}.")
    for number, values in enumerate(_questions(yaml.data), 1):
        where = ("questions", number - 1, "stem")
        place = f"line {yaml.line_of(where)}"
        try:
            yield _draft(values, place, source)
        except (KeyError, TypeError, AttributeError):
            words = first_words(str(values.get("stem", "")))
            yield Skipped(place=place, reason="it is not in the form of our question files", words=words)


def _questions(data: Tree) -> list[dict[str, Any]]:
    """The questions of an export, or the one of a question file."""
    found = data.get("questions", [data]) if isinstance(data, dict) else []
    several = found if isinstance(found, list) else []
    return [
        each
        for each in several
        if isinstance(each, dict) and isinstance(each.get("choices"), list) and each.get("stem")
    ]


def _draft(values: Mapping[str, Any], place: str, source: Source) -> Draft:
    def said(name: str) -> str:
        value = values.get(name, "")
        return value.strip() if isinstance(value, str) else ""

    name, difficulty = said("id"), said("difficulty")
    sources = values.get("sources", [])
    return Draft(
        place=place,
        stem=said("stem"),
        choices=tuple(map(_choice, values["choices"])),
        name=name if _SLUG.fullmatch(name) else "",
        title=said("title"),
        explanation=said("explanation"),
        trap=said("trap"),
        external_id=name,
        topics=tuple(filter(None, [said("topic")])),
        difficulty=int(difficulty) if difficulty in {"1", "2", "3", "4", "5"} else None,
        by=said("by"),
        reviewed=said("reviewed"),
        sources=tuple(str(each) for each in sources) if isinstance(sources, list) else (),
        picture=_picture(values.get("image"), source),
        fixed_order=said("order") == "fixed",
    )


def _choice(values: Mapping[str, Any]) -> DraftChoice:
    return DraftChoice(
        text=values["text"].strip(),
        correct=str(values.get("correct", "")).strip().lower() == "true",
        why=values.get("why", "").strip(),
        tempting=values.get("tempting", "").strip(),
        falls_for=values.get("falls_for", "").strip(),
        pin_last=values.get("pin") == "last",
    )


def _picture(image: object, source: Source) -> DraftPicture | None:
    """The picture in the export, or the one beside a question's file."""
    if not isinstance(image, dict):
        return None
    name = str(image.get("file", ""))
    try:
        data = b64decode(str(image["data"])) if "data" in image else source.beside(name)
    except (Base64Error, ValueError):
        return None
    return None if data is None else DraftPicture(name=name, data=data, alt=str(image.get("alt", "")))


FORMAT = Format(name="trapwise", sniff=_sniff, read=_read)
