"""Pressed letters: from Discord's interaction to the private reply, which follows the commit."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bot.cards.blocks import Card
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
        self._replies.answer(interaction, lambda: self._answer(interaction, match["posting"], [match["letter"]]))

    def chosen(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Take the letters chosen in a menu."""
        data: Mapping[str, Any] = dict(interaction.data or {})
        letters = [str(value) for value in data.get("values") or ()]
        self._replies.answer(interaction, lambda: self._answer(interaction, match["posting"], letters))

    async def _answer(self, interaction: Interaction, posting: str, letters: Sequence[str]) -> Card:
        return await self._reception.answered(caller(interaction), posting, letters, interaction.created_at)
