"""The few wake-ups: every second a look at the agenda and at the counts, once a day a clearing away."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from functools import partial
from typing import Any

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler
from sqlalchemy import Connection

from bot.background import Background
from bot.core.posting import PostingId
from bot.courier import Courier
from bot.desk import Desk
from bot.live_count import LiveCount
from bot.pulse import Pulse
from bot.tutor import agenda, closing, counting, opening, setup

_FLUSHES = 20
"""Flushes that may overlap: one that hangs on a platform does not hold up the next."""

log = structlog.get_logger(__name__)


class Ticker:
    """Does what has come due; when things are due is computed in `core.timetable`, never here."""

    def __init__(
        self,
        desk: Desk,
        courier: Courier,
        live_count: LiveCount,
        clock: Callable[[], datetime],
        pulse: Pulse | None = None,
    ) -> None:
        self._desk = desk
        self._courier = courier
        self._live_count = live_count
        self._clock = clock
        self._pulse = pulse or Pulse()
        self._work = Background()
        self._scheduler = AsyncIOScheduler(
            timezone="UTC", job_defaults={"max_instances": 1, "coalesce": True, "misfire_grace_time": None}
        )

    def start(self) -> None:
        """Begin to tick."""
        self._scheduler.add_job(self._run, "interval", seconds=1, args=[self._look])
        flushes = {"max_instances": _FLUSHES, "args": [self._live_count.flush]}
        self._scheduler.add_job(self._run, "interval", seconds=1, **flushes)
        self._scheduler.add_job(self._run, args=[partial(self._recall, counting.miscounted)])
        again = {
            "seconds": counting.RECALL.total_seconds(),
            "args": [partial(self._recall, counting.quietly_miscounted)],
        }
        self._scheduler.add_job(self._run, "interval", **again)
        self._scheduler.add_job(self._run, "interval", days=1, args=[self._purge], next_run_time=datetime.now(UTC))
        self._scheduler.start()

    def rest(self) -> None:
        """Start nothing new."""
        if self._scheduler.running:
            self._scheduler.pause()

    async def stop(self) -> None:
        """Start nothing new, and wait for what is under way: the scheduler's own waiting would cancel it."""
        self._scheduler.shutdown(wait=False)
        await self._work.drain()

    async def tick(self) -> None:
        """Open, close, and wake the courier."""
        now = self._clock()
        look = await self._desk.read(agenda.look, now)
        if look.due:
            await self._take(closing.close_due, now)
            await self._take(opening.claim_due, now)
        if look.to_send:
            self._courier.wake()

    async def _look(self) -> None:
        try:
            await self.tick()
        finally:
            self._pulse.looked()

    async def _take(self, flow: Callable[[Connection, datetime], int], now: datetime) -> None:
        """Closings and openings each in a transaction of their own, so that neither fails with the other."""
        try:
            taken = await self._desk.write(flow, now)
        except Exception:
            log.exception("agenda_failed")
        else:
            if taken:
                log.info("agenda_taken", taken=taken)

    async def tick_through(self) -> None:
        """Tick, and wait until counts are right and all that is due is delivered."""
        await self.tick()
        await self._live_count.flush()
        await self._courier.deliver()

    async def _run(self, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """The scheduler cancels what it waits for when it is shut down; the work itself goes on to its end."""
        if not self._scheduler.running:
            return
        try:
            await asyncio.wait({self._work.start(job())})
        except asyncio.CancelledError:
            if self._scheduler.running:
                raise

    async def _recall(self, which: Callable[[Connection, datetime], list[PostingId]]) -> None:
        """Count again where the card is wrong: its edit may have been lost with a process, this one or another."""
        for posting in await self._desk.read(which, self._clock()):
            self._live_count.touch(posting)

    async def _purge(self) -> None:
        gone = await self._desk.write(setup.purge, self._clock())
        if gone:
            log.info("removed_classrooms_purged", classrooms=gone)
