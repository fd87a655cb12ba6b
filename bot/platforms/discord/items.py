"""Buttons and menus whose state is all in their id: whoever posted them, and however long ago, they work."""

import re
from collections.abc import Callable
from typing import Any, Self

from discord.ui import DynamicItem, Item

from bot.platforms.discord.people import Interaction

Pressed = Callable[[Interaction, re.Match[str]], None]
"""What happens at a press; it returns at once and never fails, for the library has no word for that."""


def item_class(template: re.Pattern[str], pressed: Pressed) -> type[DynamicItem[Any]]:
    """The kind of item whose ids have that form."""

    class Pressable(DynamicItem[Item[Any]], template=template):
        def __init__(self, item: Item[Any], match: re.Match[str]) -> None:
            super().__init__(item)
            self._match = match

        @classmethod
        async def from_custom_id(cls, _interaction: Interaction, item: Item[Any], match: re.Match[str], /) -> Self:
            return cls(item, match)

        async def callback(self, interaction: Interaction) -> None:
            pressed(interaction, self._match)

    return Pressable
