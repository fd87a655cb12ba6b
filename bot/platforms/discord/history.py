"""Looking for a message of ours in what was written in a channel."""

from datetime import datetime, timedelta

import discord

from bot.core.address import MessageAddress
from bot.platforms.discord.calls import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    UNKNOWN_MESSAGE,
    Calls,
    DiscordRefused,
)
from bot.port import Refused

_PAGE = 100
_SKEW = timedelta(hours=1)
"""How far our clock may be from Discord's, or may have been set, without a message being overlooked."""


class History:
    """What stands in channels."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._looked_to: dict[tuple[int, int], int] = {}  # where a look goes on that was given up between two pages

    async def find(self, at: int, mark: int, *, since: datetime) -> MessageAddress | None:
        """The bot's message whose container has that number, if it was written since then.

        Raises:
            DeliveryFailed: nobody can tell.
        """
        begin = discord.utils.time_snowflake(since - _SKEW)
        after = self._looked_to.get((at, mark), begin)
        while page := await self._page(at, after):
            for message in page:
                if self._calls.is_own(message) and _mark(message) == mark:
                    self._looked_to.pop((at, mark), None)
                    return MessageAddress(channel=str(at), message=str(message.id))
            after = self._looked_to[at, mark] = page[-1].id
        if self._looked_to.pop((at, mark), begin) == begin:
            await self._check_sight(at, begin)
        return None

    async def _page(self, at: int, after: int) -> list[discord.Message]:
        """The next messages, the oldest first."""
        async with self._calls.one() as client:
            there = client.get_partial_messageable(at)
            found = there.history(limit=_PAGE, after=discord.Object(after), oldest_first=True)
            return [each async for each in found]

    async def _check_sight(self, at: int, which: int) -> None:
        """Refuse to judge by an empty page: Discord shows one to whoever may not read, too."""
        try:
            async with self._calls.one() as client:
                await client.get_partial_messageable(at).fetch_message(which)
        except DiscordRefused as error:
            if error.code == UNKNOWN_MESSAGE:
                return
            if error.code in {MISSING_ACCESS, MISSING_PERMISSIONS}:
                told = "I may not read the channel's history: give me the permission Read Message History there."
                raise Refused(told, gone=False) from error
            raise


def _mark(message: discord.Message) -> int | None:
    """The number of its container, which all that is in it stands in."""
    containers = (each for each in message.components if isinstance(each, discord.components.Container))
    return next((each.id for each in containers), None)
