"""The watch over what is under way: says in the log, while it lasts and once, that the database does not answer."""

import asyncio
import time
from collections.abc import Callable, Mapping

import structlog

_LONG = 5.0
"""Seconds that a transaction may take before somebody should look what the database does."""
_APART = 1.0

log = structlog.get_logger(__name__)


class Watch:
    """Looks every second at when transactions began; the clock tells seconds, and is theirs."""

    def __init__(self, under_way: Mapping[int, float], clock: Callable[[], float] = time.monotonic) -> None:
        self._under_way = under_way
        self._clock = clock
        self._told = False

    async def run(self) -> None:
        """Look until cancelled."""
        while True:
            await asyncio.sleep(_APART)
            self.look()

    def look(self) -> None:
        """Say that the database does not answer, unless that was said and has been so since."""
        now = self._clock()
        longest = max((now - began for began in tuple(self._under_way.values())), default=0.0)
        if longest >= _LONG and not self._told:
            log.warning("database_does_not_answer", seconds=round(longest, 1))
        self._told = longest >= _LONG
