"""Pictures of questions as the files that go with a message."""

import asyncio
import io
from collections.abc import Callable, Iterable
from pathlib import Path

import discord
import structlog
from discord.ui import LayoutView, MediaGallery

from bot.cards.blocks import Block, Card, Note, Picture
from bot.core.errors import TutorError
from bot.core.question import Picture as PictureFile
from bot.platforms.discord.components import attachment_name
from bot.platforms.discord.render import attachments
from bot.port import Refused

log = structlog.get_logger(__name__)

_ATTACHED = "attachment://"


class Pictures:
    """The pictures of cards; a file is read anew for each message, because sending uses it up."""

    def __init__(self, path: Callable[[PictureFile], Path]) -> None:
        self._path = path

    async def shown(self, card: Card) -> Card:
        """The card with words in place of each picture that is not there."""
        if not attachments(card):
            return card
        return tuple([await asyncio.to_thread(self._there, block) for block in card])

    async def of(self, card: Card, view: LayoutView) -> list[discord.File]:
        """The files that this one of the card's messages shows.

        Raises:
            Refused: one is not there any more.
        """
        wanted = {attachment_name(each): each for each in attachments(card)}
        if not wanted:
            return []
        shown = set(_named(view))
        return [await asyncio.to_thread(self._file, each, name) for name, each in wanted.items() if name in shown]

    def _there(self, block: Block) -> Block:
        if not isinstance(block, Picture):
            return block
        try:
            there = self._path(block.file).is_file()
        except TutorError:
            there = False
        if there:
            return block
        log.warning("picture_missing", pack=block.file.pack, file=block.file.file)
        return Note(text=f"Picture: {block.file.alt}")

    def _file(self, picture: PictureFile, name: str) -> discord.File:
        try:
            content = self._path(picture).read_bytes()
        except (TutorError, OSError) as error:
            raise Refused(f"the picture {picture.file} of the pack {picture.pack} is not there.", gone=False) from error
        return discord.File(io.BytesIO(content), filename=name)


def _named(view: LayoutView) -> Iterable[str]:
    galleries = (item for item in view.walk_children() if isinstance(item, MediaGallery))
    return (each.media.url.removeprefix(_ATTACHED) for gallery in galleries for each in gallery.items)
