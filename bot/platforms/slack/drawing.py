"""A card's blocks drawn, put into words and measured: what one message holds of them."""

import functools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.cards.blocks import Block, Choices, Facts, Heading, Prose
from bot.cards.plain import plain
from bot.platforms.slack.blocks import FileIds, blocks_of
from bot.platforms.slack.elements import Piece, clean

MOST_BLOCKS = 50
MOST_TEXT = 9_500
MOST_JSON = 15_500
"""Over all blocks of a message Slack names no limit. About 9,600 characters of text in 15,600 of JSON are known to
pass and 11,300 in 17,700 to be refused, so both are kept inside."""
PAGE = 7_500
"""How many characters of plain words one block takes where the marks had to go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A card's block as Slack's blocks, the same as plain text, and how much JSON the blocks are."""

    pieces: tuple[Piece, ...]
    words: str
    size: int


def draw(block: Block, picture: FileIds) -> Drawing:
    """The block drawn; texts come again with every click, so they are kept a while."""
    return _kept(block) if isinstance(block, Heading | Prose | Choices | Facts) else _drawn(block, picture)


def fits(drawings: Sequence[Drawing]) -> bool:
    """Whether Slack takes all of them in one message."""
    size = sum(each.size for each in drawings)
    if size > MOST_JSON or sum(len(each.pieces) for each in drawings) > MOST_BLOCKS:
        return False
    return size <= MOST_TEXT or letters([each.pieces for each in drawings]) <= MOST_TEXT


def letters(value: object) -> int:
    """How many characters of text stand anywhere inside."""
    if isinstance(value, dict):
        own = value.get("text")
        return sum(map(letters, value.values())) + (len(own) if isinstance(own, str) else 0)
    return sum(map(letters, value)) if isinstance(value, list | tuple) else 0


def pages(text: str, room: int) -> Iterator[str]:
    """The text in pieces of at most so many characters, broken at a line or a word where it has any."""
    while len(text) > room:
        head = text[:room]
        at = max(head.rfind("\n"), head.rfind(" "))
        at = at if at > 0 else room
        yield text[:at].rstrip()
        text = text[at:].lstrip()
    yield text


@functools.lru_cache(maxsize=1024)
def _kept(block: Heading | Prose | Choices | Facts) -> Drawing:
    return _drawn(block, lambda _: None)


def _drawn(block: Block, picture: FileIds) -> Drawing:
    pieces = tuple(blocks_of(block, picture))
    size = len(json.dumps(pieces, ensure_ascii=False)) if pieces else 0
    return Drawing(pieces=pieces, words=clean(plain((block,))), size=size)
