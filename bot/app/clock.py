"""The clock of a bot at work: the database's, so that all workers of one database have the same time."""

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy.exc import DBAPIError

from bot.desk import Desk
from bot.store.database import server_time

_EVERY = 10.0
_SOON = 1.0
"""Seconds that a look at the database may take to be of use, and by which a clock may be off without a word."""

log = structlog.get_logger(__name__)


class SharedClock:
    """Goes steadily, whoever sets this machine's clock; over a database that has no clock it follows this machine's."""

    def __init__(
        self, desk: Desk, *, own: Callable[[], datetime], steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._desk = desk
        self._own = own
        self._steady = steady
        self._since, self._began = own(), steady()

    def __call__(self) -> datetime:
        """Now, in UTC."""
        return self._at(self._steady())

    async def set(self) -> None:
        """Look what time it is, and say by how much the clock was off."""
        asked = self._steady()
        told = await self._desk.read(server_time)
        if self._steady() - asked > _SOON:
            log.warning("clock_not_read", seconds=self._steady() - asked)
            return
        now = self._own() if told is None else told
        off = (now - self()).total_seconds()
        if abs(off) > _SOON:
            log.warning("clock_set", seconds=off)
        self._since, self._began = now, self._steady()

    async def keep(self) -> None:
        """Set it again and again."""
        while True:
            await asyncio.sleep(_EVERY)
            try:
                await self.set()
            except DBAPIError as error:
                log.warning("clock_not_read", reason=type(error).__name__)

    def _at(self, moment: float) -> datetime:
        return self._since + timedelta(seconds=moment - self._began)


async def shared_clock(stack: AsyncExitStack, desk: Desk) -> SharedClock:
    """One that is set, and kept so."""
    clock = SharedClock(desk, own=lambda: datetime.now(UTC))
    await clock.set()
    keeping = asyncio.create_task(clock.keep())
    stack.callback(keeping.cancel)
    return clock
