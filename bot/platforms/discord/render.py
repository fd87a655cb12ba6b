"""Cards as messages of Discord, each one container of Components V2 that keeps within what Discord takes."""

import hashlib
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from discord import Colour
from discord.ui import ActionRow, Container, Item, LayoutView, Modal, TextDisplay

from bot.cards.blocks import Block, Card, Form, Heading, Note, Picture, Tone
from bot.cards.parts import A_MESSAGE, Budget, parts
from bot.core.question import Picture as PictureFile
from bot.platforms.discord.components import components
from bot.platforms.discord.forms import dialog
from bot.platforms.discord.script import FORMATTED, VERBATIM, Script

MOST_TEXT = 4000
MOST_COMPONENTS = 40
_SMALLEST_PART = 250
_TONES = {Tone.GOOD: Colour(0x2E9E5B), Tone.BAD: Colour(0xC8453B)}
_BETWEEN = " · "
_WHEEL = 360


class Layout(LayoutView):
    """A view that is sent and forgotten.

    discord.py would keep a message's view in memory, for ever or with a timer of fifteen minutes for a private reply;
    a view that calls itself finished it does not keep. What is pressed is found by the templates of dynamic items,
    registered once, whose state is all in the button's id.
    """

    def __init__(self, container: Container[Any]) -> None:
        super().__init__(timeout=None)
        self.add_item(container)

    def is_finished(self) -> bool:
        """Always, for nothing waits for it."""
        return True


class Renderer:
    """Turns what the tutor says into messages and forms; no text of a card acts."""

    def message(self, card: Card, *, key: str) -> LayoutView:
        """The card as one message, marked by its key.

        Raises:
            ValueError: it is longer than a message takes even written as code, which no question's card is that keeps
                within `bot.cards.measure`.
        """
        return Layout(_container(_in_one(card), card, marker(key)))

    def messages(self, card: Card) -> list[LayoutView]:
        """The card as one message or several, for one reader's eyes."""
        return [Layout(_container(items, card)) for items in _laid_out(card)]

    def form(self, form: Form) -> Modal:
        """The form as a dialog; `bot.platforms.discord.forms` reads back what is sent."""
        return dialog(form)


def marker(key: str) -> int:
    """The number by which a message with that key is found: 31 bits, above the small ones that Discord gives itself."""
    digest = hashlib.sha256(key.encode()).digest()
    return int.from_bytes(digest[:4]) >> 2 | 1 << 30


def attachments(card: Card) -> tuple[PictureFile, ...]:
    """The pictures that go with the card's message, named by `bot.platforms.discord.components.attachment_name`."""
    return tuple(block.file for block in card if isinstance(block, Picture))


def _in_one(card: Card) -> Sequence[Item[Any]]:
    """What stands in the card's only message; as code where escapes would make it too long."""
    for script in (FORMATTED, VERBATIM):
        items = _fitting(card, script)
        if items is not None:
            return items
    raise ValueError(f"a card of {len(card)} blocks does not fit into one message")


def _laid_out(card: Card) -> Iterator[Sequence[Item[Any]]]:
    """What stands in each message; measured after escaping, for most cards need one."""
    items = _fitting(card, FORMATTED)
    if items is not None:
        yield items
    else:
        yield from _parted(_short_notes(card), A_MESSAGE)


def _parted(card: Card, budget: Budget) -> Iterator[Sequence[Item[Any]]]:
    """What stands in each message of a card that needs several; a part that escapes make too long is parted further."""
    for part in parts(card, budget):
        items = _fitting(part, FORMATTED)
        if items is not None:
            yield items
        elif budget.characters > _SMALLEST_PART:
            yield from _parted(part, replace(budget, characters=budget.characters // 2))
        else:
            yield _in_one(part)


def _fitting(card: Card, script: Script) -> Sequence[Item[Any]] | None:
    """The card's components, None if one message does not take them."""
    items = list(components(card, script))
    text = sum(len(item.content) for item in items if isinstance(item, TextDisplay))
    count = 1 + sum(1 + (len(item.children) if isinstance(item, ActionRow) else 0) for item in items)
    return items if text <= MOST_TEXT and count <= MOST_COMPONENTS else None


def _short_notes(card: Card) -> Card:
    """The card with a note of many lines as several."""
    return tuple(piece for block in card for piece in _short_note(block))


def _short_note(block: Block) -> Iterator[Block]:
    room = A_MESSAGE.characters // 2
    if not isinstance(block, Note) or len(block.text) <= room:
        yield block
        return
    *first, last = textwrap.wrap(block.text, room)
    yield from (Note(text=line, tone=block.tone) for line in first)
    yield replace(block, text=last)


def _container(items: Sequence[Item[Any]], card: Card, mark: int | None = None) -> Container[Any]:
    return Container(*items, accent_colour=_accent(card), id=mark)


def _accent(card: Card) -> Colour | None:
    """Green or red where the card's title is good or bad news, else the topic's own colour."""
    title = next((block for block in card if isinstance(block, Heading)), None)
    if title is None:
        return None
    if title.tone in _TONES:
        return _TONES[title.tone]
    _, _, named = title.text.partition(_BETWEEN)
    return _topic_colour(named.split(_BETWEEN)[0]) if named else None


def _topic_colour(topic: str) -> Colour:
    """The same for a topic's name in every message and every process."""
    return Colour.from_hsv(marker(topic) % _WHEEL / _WHEEL, 0.6, 0.85)
