"""The pace of requests: as many as Discord takes from a bot, and from it in one channel."""

from bot.budget import Budget, Budgets
from bot.core.shares import AT_ONCE, Allowance

_WITHIN_A_SECOND, _LEAST = 45, 20
"""Requests that begin within any second, in all processes of the bot; Discord takes 50."""
_AT_ONCE = 5
"""Those of them that begin together."""
_IN_A_CHANNEL_AT_ONCE, _IN_A_CHANNEL_A_SECOND = 3, 0.38
"""At most 4.9 messages and edits within any five seconds; Discord takes five of each."""
_PROMPTLY = 4.0
"""Seconds within which a request gets its turn, or is put off."""
_SOON = 1.0
"""Seconds that a count waits for others to be done."""
_FOR_MESSAGES = 1
"""Turns in a channel that counts leave to others."""


class Pace:
    """Turns to make a request as the bot, of which this process has a share; private answers need none."""

    def __init__(self, share: float = 1.0) -> None:
        together = max(1, int(_AT_ONCE * share))
        self._all = Budget(together, max(_WITHIN_A_SECOND * share - together, _LEAST * share))
        self._for_messages = min(together - 1, _FOR_MESSAGES)
        self._channels = Budgets(_IN_A_CHANNEL_AT_ONCE, _IN_A_CHANNEL_A_SECOND)
        self.at_once = max(2, round(AT_ONCE * share))
        """So many senders together wait about a second for their turns."""

    def channels(self) -> dict[str, Allowance]:
        """The messages and edits that each channel takes now that takes less than all."""
        return {str(channel): Allowance(both=left) for channel, left in self._channels.short().items()}

    async def turn(self, *, channel: int | None = None) -> None:
        """Wait for the next turn: in a channel, for a message or an edit there.

        Raises:
            NotYet: it does not come soon.
        """
        if channel is not None:
            await self._channels.of(channel).turn(within=_PROMPTLY)
        await self._all.turn(within=_PROMPTLY)

    async def spare(self, *, channel: int) -> bool:
        """Take a turn for a count, soon if nobody else wants it."""
        if not await self._channels.of(channel).spare(leaving=_FOR_MESSAGES):
            return False
        return await self._all.spare(leaving=self._for_messages, within=_SOON)
