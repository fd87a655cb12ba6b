"""A card's blocks as Discord's components: texts, rows of buttons, menus and pictures."""

import functools
import re
from collections.abc import Iterator, Sequence
from typing import Any

from discord import ButtonStyle, MediaGalleryItem, SelectOption
from discord.ui import ActionRow, Button, Item, MediaGallery, Select, TextDisplay

from bot.cards.blocks import AnswerButtons, Block, Buttons, Card, CommandButton, Picture
from bot.cards.question import number_word
from bot.core.question import Picture as PictureFile
from bot.platforms.discord.escape import one_line
from bot.platforms.discord.ids import answer_id, answers_id, command_id
from bot.platforms.discord.script import Script
from bot.platforms.discord.texts import texts

_BUTTONS_A_ROW = 5
_LONGEST_LABEL = 80
_LONGEST_ALT = 1024
_NO_FILE_NAME = re.compile(r"[^A-Za-z0-9._-]")


def components(card: Card, script: Script) -> Iterator[Item[Any]]:
    """What stands in the card's container, from top to bottom."""
    for block in card:
        match block:
            case AnswerButtons():
                yield from _answers(block)
            case Buttons():
                yield from _rows([_command(button) for button in block.items])
            case Picture():
                yield _picture(block.file)
            case _:
                yield from map(TextDisplay, _told(block, script))


@functools.lru_cache(maxsize=4096)
def _told(block: Block, script: Script) -> tuple[str, ...]:
    """The block's texts; kept a while, because the same breakdown is told to many."""
    return tuple(text for text in texts(block, script) if text)


def attachment_name(picture: PictureFile) -> str:
    """The name under which the picture is attached to its message."""
    return _NO_FILE_NAME.sub("_", picture.file)


def shortened(text: str, most: int) -> str:
    """Text of one line that ends in an ellipsis where it would be longer."""
    text = one_line(text)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _answers(block: AnswerButtons) -> Iterator[Item[Any]]:
    if block.pick == 1:
        yield from _rows([_answer(block, letter) for letter in block.letters])
    else:
        menu: Select[Any] = Select(
            custom_id=answers_id(block.posting),
            placeholder=f"Choose {number_word(block.pick)}",
            min_values=block.pick,
            max_values=block.pick,
            options=[SelectOption(label=letter) for letter in block.letters],
        )
        yield ActionRow(menu)


def _answer(block: AnswerButtons, letter: str) -> Button[Any]:
    return Button(label=letter, style=ButtonStyle.primary, custom_id=answer_id(block.posting, letter))


def _command(button: CommandButton) -> Button[Any]:
    style = ButtonStyle.danger if button.danger else ButtonStyle.secondary
    return Button(
        label=shortened(button.label, _LONGEST_LABEL), style=style, custom_id=command_id(one_line(button.command))
    )


def _rows(buttons: Sequence[Button[Any]]) -> Iterator[ActionRow[Any]]:
    for first in range(0, len(buttons), _BUTTONS_A_ROW):
        yield ActionRow(*buttons[first : first + _BUTTONS_A_ROW])


def _picture(file: PictureFile) -> MediaGallery[Any]:
    url = f"attachment://{attachment_name(file)}"
    return MediaGallery(MediaGalleryItem(url, description=shortened(file.alt, _LONGEST_ALT) or None))
