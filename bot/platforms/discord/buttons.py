"""Pressed letters: from Discord's interaction to the private reply, which follows the commit."""

import re
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bot.cards.blocks import Card
from bot.core.address import Platform
from bot.platforms.discord.people import Interaction, caller
from bot.platforms.discord.replies import Replies
from bot.reception import Reception


class Buttons:
    """Answers by button or menu; nothing here depends on which process posted the card."""

    def __init__(self, reception: Reception, replies: Replies) -> None:
        self._reception = reception
        self._replies = replies

    def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Take the letter of a button."""
        self._reply(interaction, match["posting"], [match["letter"]])

    def chosen(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Take the letters chosen in a menu."""
        data: Mapping[str, Any] = dict(interaction.data or {})
        letters = [str(value) for value in data.get("values") or ()]
        self._reply(interaction, match["posting"], letters)

    def _reply(self, interaction: Interaction, posting: str, letters: Sequence[str]) -> None:
        received = time.monotonic()

        async def answer() -> Card:
            return await self._reception.answered(caller(interaction), posting, letters, interaction.created_at)

        told = partial(self._reception.replied, Platform.DISCORD, received)
        self._replies.answer(interaction, answer, told=told)
