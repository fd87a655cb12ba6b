"""The pace of requests: as many as Discord takes from a bot, and whoever would wait too long is turned away."""

import asyncio

from bot.port import TryLater

_APART = 1 / 40
_SAVED = 3
"""At most 44 requests begin within any second; Discord takes 50, and some are held up on their way."""


class Pace:
    """Gives each request its turn."""

    def __init__(self) -> None:
        self._free_at = 0.0

    async def turn(self, *, within: float) -> None:
        """Wait for the next turn.

        Raises:
            TryLater: it would come later than in so many seconds.
        """
        now = asyncio.get_running_loop().time()
        turn = max(self._free_at, now - _SAVED * _APART)
        if turn - now > within:
            raise TryLater("there is more to tell Discord than it takes", after=turn - now)
        self._free_at = turn + _APART
        if turn > now:
            await asyncio.sleep(turn - now)
