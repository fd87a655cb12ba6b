"""The smallest parts of Slack's blocks: text that stays text, moments, and the rows they stand in.

A text inside `rich_text` is literal: it cannot become a mention, a link or an emoji. Slack refuses empty texts, so
whatever makes a text here makes none of an empty one.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

Piece = dict[str, Any]
"""A part of a payload. Some are kept and shared, so nobody may change one."""
Inline = tuple[Piece, ...]
"""Elements that stand in one line of text."""

LONGEST_PLAIN = 3000
"""What any one text object takes; texts in a row read as one."""
_HARMFUL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_SEEN = re.compile(r"[^\s\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufeff]")
_DIRECTIONS = re.compile(r"[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_ENTITY = re.compile(r"&(amp|lt|gt);")


def clean(text: str) -> str:
    """The text without control characters and halves of characters, which no payload can carry."""
    return _HARMFUL.sub("", text)


def line(text: str) -> str:
    """Text that has one line, so that it cannot pass for more; empty if nothing of it can be seen."""
    return "" if unseen(text) else " ".join(clean(text).split())


def unseen(text: str) -> bool:
    """Whether a reader would see nothing."""
    return _SEEN.search(text) is None


def fitted(text: str, most: int) -> str:
    """One line of at most so many characters; a longer one ends at a word, and with an ellipsis."""
    whole = line(text)
    if len(whole) <= most:
        return whole
    head = whole[: most - 1]
    words = head.rpartition(" ")[0]
    return (words if len(words) > most // 2 else head).rstrip() + "…"


def isolated(name: str) -> str:
    """A person's name on one line; one that is written from the right does not turn the words beside it."""
    shown = line(_DIRECTIONS.sub("", name))
    return f"\u2068{shown}\u2069" if any(unicodedata.bidirectional(each) in {"R", "AL"} for each in shown) else shown


def decoded(text: str) -> bool:
    """Whether a plain text object would show something else: there, and only there, Slack reads entities."""
    return _ENTITY.search(text) is not None


def plain_text(text: str) -> Piece:
    """A text object in which nothing is formatted."""
    return {"type": "plain_text", "text": text, "emoji": False}


def texts(text: str, *styles: str) -> Inline:
    """A literal text in these styles: bold, italic, code."""
    if not text:
        return ()
    style = {"style": dict.fromkeys(styles, True)} if styles else {}
    shown = clean(text)
    return tuple(
        {"type": "text", "text": shown[start : start + LONGEST_PLAIN], **style}
        for start in range(0, len(shown), LONGEST_PLAIN)
    )


def moment(at: datetime | None) -> Inline:
    """A moment in the reader's own zone."""
    if at is None:
        return ()
    fallback = at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    shown = "{date_short_pretty} {time}"
    return ({"type": "date", "timestamp": int(at.timestamp()), "format": shown, "fallback": fallback},)


def spaced(*groups: Inline, by: str = " ") -> Inline:
    """The groups that are not empty, with a text between them."""
    between = texts(by)
    found: list[Piece] = []
    for group in groups:
        if found and group:
            found += between
        found += group
    return tuple(found)


def section(elements: Iterable[Piece]) -> Piece:
    """Running text; texts of one style that meet become one, which keeps payloads small."""
    found: list[Piece] = []
    for each in elements:
        last = found[-1] if found else {}
        alike = last.get("type") == each["type"] == "text" and last.get("style") == each.get("style")
        if alike and len(last["text"]) + len(each["text"]) <= LONGEST_PLAIN:
            found[-1] = {**last, "text": last["text"] + each["text"]}
        else:
            found.append(each)
    return {"type": "rich_text_section", "elements": found}


def rich_text(elements: Iterable[Piece]) -> Piece:
    """A block of sections, lists, quotes and code."""
    return {"type": "rich_text", "elements": list(elements)}


def paragraph(*groups: Inline, by: str = " ") -> list[Piece]:
    """A block of one section, none if there is nothing in it."""
    found = spaced(*groups, by=by)
    return [rich_text([section(found)])] if found else []


def joined(pieces: Iterable[Piece], *, by: str) -> tuple[Piece, ...]:
    """Elements of a rich_text block one below the other; sections that meet become one with a text between."""
    found: list[Piece] = []
    for kind, some in groupby(pieces, key=itemgetter("type")):
        if kind == "rich_text_section":
            found.append(section(spaced(*(tuple(each["elements"]) for each in some), by=by)))
        else:
            found += some
    return tuple(found)


def labelled(label: str, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The elements after a bold label, on its line where they begin with running text."""
    head = texts(label, "bold")
    if pieces and pieces[0]["type"] == "rich_text_section":
        return section((*head, *texts(" "), *pieces[0]["elements"])), *pieces[1:]
    return section(head), *pieces
