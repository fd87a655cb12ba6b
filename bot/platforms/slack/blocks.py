"""Every kind of a card's blocks as Slack's blocks."""

import functools
import re
from collections.abc import Callable
from typing import assert_never

from bot.cards.blocks import (
    AnswerButtons,
    Block,
    Buttons,
    Choices,
    Fact,
    Facts,
    Heading,
    Mention,
    Note,
    Picture,
    Prose,
    Ranking,
    Row,
    Tone,
)
from bot.core.question import Picture as PictureFile
from bot.platforms.slack.choices import choice
from bot.platforms.slack.controls import answer_buttons, command_buttons
from bot.platforms.slack.elements import (
    Inline,
    Piece,
    decoded,
    fitted,
    isolated,
    labelled,
    line,
    moment,
    paragraph,
    plain_text,
    rich_text,
    spaced,
    texts,
)
from bot.platforms.slack.rich_text import drawn

FileIds = Callable[[PictureFile], str | None]
"""Slack's id of a picture that is already there, None while there is none."""

_LONGEST_HEADER = 150
_LONGEST_NOTE = 2000
_LONGEST_ALT = 2000
_LONGEST_NAME = 150
_EVERYBODY = {"here", "channel", "everyone"}
_PERSON = re.compile(r"[UW][A-Z0-9]+")
_CHANNEL = re.compile(r"[CG][A-Z0-9]+")
_GROUP = re.compile(r"S[A-Z0-9]+")


def blocks_of(block: Block, file_id: FileIds) -> list[Piece]:
    """The block in Slack's terms: nothing for what says nothing, a block a choice, else one as a rule."""
    match block:
        case Heading():
            found = _heading(line(block.text))
        case Prose():
            found = _prose(block)
        case Choices():
            found = [choice(item) for item in block.items]
        case AnswerButtons():
            found = answer_buttons(block)
        case Buttons():
            found = command_buttons(block.items)
        case Picture():
            found = _picture(block.file, file_id)
        case Facts():
            found = paragraph(*map(_fact, block.items), by="\n")
        case Ranking():
            found = paragraph(*map(_row, block.rows), by="\n")
        case Note():
            found = _note(block)
        case Mention():
            found = paragraph(_mention(fitted(block.who, _LONGEST_NAME)))
        case _:
            assert_never(block)
    return found


def small_print(text: str) -> list[Piece]:
    """A line of small print; of normal size if it is too long for that, or would be shown changed."""
    if len(text) > _LONGEST_NOTE or decoded(text):
        return paragraph(texts(text))
    return [{"type": "context", "elements": [plain_text(text)]}] if text else []


def _heading(text: str) -> list[Piece]:
    if len(text) > _LONGEST_HEADER or decoded(text):
        return paragraph(texts(text, "bold"))
    return [{"type": "header", "text": plain_text(text)}] if text else []


def _prose(block: Prose) -> list[Piece]:
    pieces, label = drawn(block.markdown), line(block.label)
    if not pieces:
        return []
    return [rich_text(labelled(f"{label}:", pieces) if label else pieces)]


def _picture(file: PictureFile, file_id: FileIds) -> list[Piece]:
    """The image, or its words; words that an image cannot carry in full stand below it."""
    found, words = file_id(file), line(file.alt)
    told = small_print(f"[Picture: {words}]")
    if found is None:
        return told
    alt = fitted(words, _LONGEST_ALT) or "Picture"
    image = {"type": "image", "slack_file": {"id": found}, "alt_text": alt}
    return [image] if len(words) <= _LONGEST_ALT else [image, *told]


@functools.lru_cache(maxsize=2048)
def _fact(fact: Fact) -> Inline:
    """One line; ids become names that Slack knows, and what is no id stays text. Many learners have the same ones."""
    label = line(fact.label)
    return spaced(
        texts(f"{label}:" if label else "", "bold"),
        texts(line(fact.text)),
        moment(fact.at),
        _named(fact.person, _PERSON, "user"),
        _named(fact.channel, _CHANNEL, "channel"),
        _group(fact.group),
    )


def _named(name: str, ids: re.Pattern[str], kind: str) -> Inline:
    return ({"type": kind, f"{kind}_id": name},) if ids.fullmatch(name) else texts(line(name))


def _group(name: str, *styles: str) -> Inline:
    """A group by its id as people know it; any other word is only a word, and calls nobody."""
    shown = line(name).removeprefix("@")
    if _GROUP.fullmatch(shown):
        return ({"type": "usergroup", "usergroup_id": shown},)
    return texts(f"@{shown}" if shown else "", *styles)


def _mention(who: str) -> Inline:
    """The one way to call people: a group by its id, or everybody here, in the channel, in the workspace."""
    name = who.removeprefix("@")
    return ({"type": "broadcast", "range": name},) if name in _EVERYBODY else _group(name, "bold")


def _row(row: Row) -> Inline:
    """A line of a ranking; people are shown by the names that they have now."""
    styles = ("bold",) if row.you else ()
    name = _named(row.person, _PERSON, "user") if _PERSON.fullmatch(row.person) else texts(isolated(row.name), *styles)
    value = line(row.value)
    told = (*name, *texts(f": {value}" if value else "", *styles))
    return spaced(texts(line(row.rank), *styles), told, texts("(you)" if row.you else "", *styles))


def _note(note: Note) -> list[Piece]:
    sign, text = "⚠ " if note.tone is Tone.BAD else "", line(note.text)
    if note.at is None:
        return small_print(f"{sign}{text}" if text else "")
    return paragraph(texts(f"{sign}{text}" if text else ""), moment(note.at))
