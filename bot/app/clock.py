"""The clock of a bot at work: the database's, so that all workers of one database have the same time."""

import asyncio
import math
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog
from sqlalchemy.exc import DBAPIError

from bot.desk import Desk
from bot.store.database import server_time
from bot.tutor import delivering

_EVERY = 1.0
"""Seconds between two looks: so long workers may disagree after a step, and less than anybody waits before a look."""
_SOON = 1.0
"""Seconds that a look at the database may take to be of use, and by which a clock may be off without a word."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """What time it was, what the steady clock said then, and by how many seconds ours was off."""

    now: datetime
    steady: float
    off: float


class SharedClock:
    """Goes steadily, whoever sets this machine's clock; over a database that has no clock it follows this machine's."""

    def __init__(
        self, desk: Desk, *, own: Callable[[], datetime], steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._desk = desk
        self._own = own
        self._steady = steady
        self._since, self._began = own(), steady()
        self._went_forth, self._hasten_at = False, math.inf

    def __call__(self) -> datetime:
        """Now, in UTC."""
        return self._at(self._steady())

    async def set(self) -> None:
        """Look what time it is, and go by that from now on; a step is told in the log."""
        if (look := await self._look()) is not None:
            self._go_by(look)

    async def start(self) -> None:
        """Set it for the first time; over a database that has no clock it may have been set back meanwhile."""
        await self.set()
        if await self._desk.read(server_time) is None:
            await self._desk.write(delivering.hasten, self())

    async def follow(self) -> None:
        """Set it; after a step see to it that nothing is done too early or waits for a time that comes once more.

        Other workers may go by the old time for one more look: hastened by now, they would find all of it due.
        """
        if (look := await self._look()) is None:
            return
        self._go_by(look)
        self._went_forth |= look.off > _SOON
        if self._went_forth:
            await self._desk.write(delivering.rest, self())  # brought before whatever reckons with the new time
            self._went_forth = False
        if look.off < -_SOON:
            self._hasten_at = look.steady + 2 * _EVERY
        if look.steady >= self._hasten_at:
            await self._desk.write(delivering.hasten, self())
            self._hasten_at = math.inf

    async def keep(self) -> None:
        """Set it again and again."""
        while True:
            await asyncio.sleep(_EVERY)
            try:
                await self.follow()
            except DBAPIError as error:
                log.warning("clock_not_read", reason=type(error).__name__)

    async def _look(self) -> "_Look | None":
        """What time it is; None if that was not told at once, and so is of no use."""
        asked = self._steady()
        told = await self._desk.read(server_time)
        if self._steady() - asked > _SOON:
            log.warning("clock_not_read", seconds=self._steady() - asked)
            return None
        now, steady = self._own() if told is None else told, self._steady()
        return _Look(now=now, steady=steady, off=(now - self._at(steady)).total_seconds())

    def _go_by(self, look: "_Look") -> None:
        if abs(look.off) > _SOON:
            log.warning("clock_set", seconds=look.off)
        self._since, self._began = look.now, look.steady

    def _at(self, moment: float) -> datetime:
        return self._since + timedelta(seconds=moment - self._began)


async def shared_clock(stack: AsyncExitStack, desk: Desk) -> SharedClock:
    """One that is set, and kept so."""
    clock = SharedClock(desk, own=lambda: datetime.now(UTC))
    await clock.start()
    keeping = asyncio.create_task(clock.keep())
    stack.callback(keeping.cancel)
    return clock
