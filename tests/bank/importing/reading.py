"""Reads small banks as an import does, and says what came out in few words."""

import io
import zipfile
from collections.abc import Mapping

from bot.bank.importing.draft import Draft, Other, Remark, Skipped
from bot.bank.importing.formats.catalogue import format_of
from bot.bank.importing.source import Source

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
PNG_BASE64 = "iVBORw0KGgoAAAAAAAAAAAAAAAAAAAAAAAAAAA=="


def a_source(text: str | bytes, name: str = "bank.txt") -> Source:
    return Source(name=name, data=text if isinstance(text, bytes) else text.encode())


def everything(text: str | bytes, named: str = "") -> list[Draft | Skipped | Other | Remark]:
    source = a_source(text)
    return list(format_of(source, named).read(source))


def drafts(text: str | bytes, named: str = "") -> list[Draft]:
    return [each for each in everything(text, named) if isinstance(each, Draft)]


def the_draft(text: str | bytes, named: str = "") -> Draft:
    (found,) = drafts(text, named)
    return found


def skipped(text: str | bytes, named: str = "") -> list[Skipped]:
    return [each for each in everything(text, named) if isinstance(each, Skipped)]


def kinds(text: str | bytes, named: str = "") -> list[str]:
    return [each.kind for each in everything(text, named) if isinstance(each, Other)]


def remarks(text: str | bytes, named: str = "") -> list[str]:
    return [each.text for each in everything(text, named) if isinstance(each, Remark)]


def choices(draft: Draft) -> list[str]:
    """The texts, right ones behind a star."""
    return [f"*{choice.text}" if choice.correct else choice.text for choice in draft.choices]


def whys(draft: Draft) -> list[str]:
    return [choice.why for choice in draft.choices]


def a_zip(members: Mapping[str, str | bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()
