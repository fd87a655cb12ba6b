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
from bot.tutor import delivering

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
        self._went_back = False

    def __call__(self) -> datetime:
        """Now, in UTC."""
        return self._at(self._steady())

    async def set(self) -> float:
        """Look what time it is; returns by how many seconds the clock was off, and says so if it was by much."""
        asked = self._steady()
        told = await self._desk.read(server_time)
        if self._steady() - asked > _SOON:
            log.warning("clock_not_read", seconds=self._steady() - asked)
            return 0.0
        now = self._own() if told is None else told
        off = (now - self()).total_seconds()
        if abs(off) > _SOON:
            log.warning("clock_set", seconds=off)
        self._since, self._began = now, self._steady()
        return off

    async def start(self) -> None:
        """Set it for the first time; over a database that has no clock it may have been set back meanwhile."""
        await self.set()
        if await self._desk.read(server_time) is None:
            await self._desk.write(delivering.hasten, self())

    async def follow(self) -> None:
        """Set it, and if that is back let nothing wait for the time that comes once more."""
        self._went_back |= await self.set() < -_SOON
        if self._went_back:
            await self._desk.write(delivering.hasten, self())
            self._went_back = False

    async def keep(self) -> None:
        """Set it again and again."""
        while True:
            await asyncio.sleep(_EVERY)
            try:
                await self.follow()
            except DBAPIError as error:
                log.warning("clock_not_read", reason=type(error).__name__)

    def _at(self, moment: float) -> datetime:
        return self._since + timedelta(seconds=moment - self._began)


async def shared_clock(stack: AsyncExitStack, desk: Desk) -> SharedClock:
    """One that is set, and kept so."""
    clock = SharedClock(desk, own=lambda: datetime.now(UTC))
    await clock.start()
    keeping = asyncio.create_task(clock.keep())
    stack.callback(keeping.cancel)
    return clock
