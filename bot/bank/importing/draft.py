"""What every importer reads a file into: draft questions, questions left out, what is no multiple choice, remarks."""

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.bank.importing.source import Source
from bot.core.errors import TutorError

_FIRST_WORDS = 60
_ENOUGH = 5000
_OPENING = re.compile(r"<(?!/)")
_TAG = re.compile(r"<[^<>]*+(?:>|\Z)")


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftChoice:
    """A choice with its text and its why in our Markdown."""

    text: str
    correct: bool = False
    why: str = ""
    tempting: str = ""
    falls_for: str = ""
    pin_last: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPicture:
    """A picture that came along, under the name it had."""

    name: str
    data: bytes
    alt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A question as its file has it, whether it is fit to be asked or not; texts are our Markdown.

    `name` and `title` are set where they are known not to give the answer away, else made from the stem; `file` is
    set where several are imported at once;
    `topics` are the words of its categories and tags, the nearest first; `notes` are what whoever imports should know.
    """

    place: str
    file: str = ""
    stem: str
    choices: tuple[DraftChoice, ...]
    name: str = ""
    title: str = ""
    explanation: str = ""
    trap: str = ""
    external_id: str = ""
    topics: tuple[str, ...] = ()
    difficulty: int | None = None
    by: str = ""
    reviewed: str = ""
    sources: tuple[str, ...] = ()
    picture: DraftPicture | None = None
    fixed_order: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A question that cannot be had: where it stands, why, and how it begins."""

    place: str
    reason: str
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """Something that is no multiple-choice question, such as an essay."""

    place: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What whoever imports should know of a file, such as a part of it that was left out."""

    text: str


Reading = Iterator[Draft | Skipped | Other | Remark]


class Unfit(Exception):
    """Raised while a question is read: it cannot be had, for this reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotABank(TutorError):
    """A file that cannot be imported as a whole; says what it looks like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One way of writing questions down: how surely a file is of it (0 for no, 100 for certain), and its reading."""

    name: str
    sniff: Callable[[Source], int]
    read: Callable[[Source], Reading]


def first_words(text: str) -> str:
    """How a question begins, in one line of at most 60 characters."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line if len(line) <= _FIRST_WORDS else f"{line[: _FIRST_WORDS - 1]}…"


def words_of_html(text: str) -> str:
    """How a question begins whose HTML could not be read."""
    return first_words(html.unescape(_TAG.sub("", _OPENING.sub(" <", text[:_ENOUGH]))))
