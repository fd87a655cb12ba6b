"""Budgets: how many requests a platform takes at once, and how many a second after that."""

import asyncio
from collections.abc import Hashable

from aiolimiter import AsyncLimiter
from cachetools import LRUCache

from bot.port import NotYet

_REMEMBERED = 10_000
"""Budgets that are kept: the longest unused one is full again long before so many others are used."""


class Budget:
    """Turns to make a request; within any span there are at most `at_once` more than `a_second` gives for it."""

    def __init__(self, at_once: int, a_second: float) -> None:
        self._at_once = at_once
        self._apart = 1 / a_second
        self._limiter = AsyncLimiter(at_once, at_once / a_second)
        self._last_in_line = asyncio.Lock()

    @property
    def room(self) -> int:
        """How many turns there are now."""
        return next((n for n in range(self._at_once, 0, -1) if self._limiter.has_capacity(n)), 0)

    async def turn(self, *, within: float) -> None:
        """Wait for a turn.

        Raises:
            NotYet: none comes within so many seconds.
        """
        try:
            async with asyncio.timeout(within):
                await self._limiter.acquire()
        except TimeoutError as error:
            raise NotYet("there is more to say than the platform takes") from error

    async def spare(self, *, leaving: int, within: float = 0) -> bool:
        """Take a turn if that leaves so many others, at once or soon; whoever waits for a turn goes first."""
        end = asyncio.get_running_loop().time() + within
        async with self._last_in_line:
            while not self._limiter.has_capacity(1 + leaving):
                if asyncio.get_running_loop().time() >= end:
                    return False
                await asyncio.sleep(min(self._apart, within))
            await self._limiter.acquire()
            return True


class Budgets:
    """A budget for each workspace or channel."""

    def __init__(self, at_once: int, a_second: float) -> None:
        self._at_once, self._a_second = at_once, a_second
        self._kept: LRUCache[Hashable, Budget] = LRUCache(_REMEMBERED)

    def of(self, key: Hashable) -> Budget:
        """The budget of that one."""
        if key not in self._kept:
            self._kept[key] = Budget(self._at_once, self._a_second)
        return self._kept[key]

    def short(self) -> dict[Hashable, int]:
        """Those of which a part is used, and the turns that are left; the others are as good as new and forgotten."""
        rooms = {key: budget.room for key, budget in self._kept.items()}
        for key in [key for key, room in rooms.items() if room == self._at_once]:
            del self._kept[key], rooms[key]
        return rooms
