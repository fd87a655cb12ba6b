"""The few wake-ups: every second a look at the agenda and at the counts, once a day a clearing away."""

from collections.abc import Callable
from datetime import UTC, datetime

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.courier import Courier
from bot.desk import Desk
from bot.live_count import LiveCount
from bot.tutor import agenda, setup

log = structlog.get_logger(__name__)


class Ticker:
    """Does what has come due; when things are due is computed in `core.timetable`, never here."""

    def __init__(self, desk: Desk, courier: Courier, live_count: LiveCount, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._courier = courier
        self._live_count = live_count
        self._clock = clock
        self._scheduler = AsyncIOScheduler(
            timezone="UTC", job_defaults={"max_instances": 1, "coalesce": True, "misfire_grace_time": None}
        )

    def start(self) -> None:
        """Begin to tick."""
        self._scheduler.add_job(self.tick, "interval", seconds=1)
        self._scheduler.add_job(self._live_count.flush, "interval", seconds=1)
        self._scheduler.add_job(self._purge, "interval", days=1, next_run_time=datetime.now(UTC))
        self._scheduler.start()

    def stop(self) -> None:
        """Start nothing new."""
        self._scheduler.shutdown(wait=False)

    async def tick(self) -> None:
        """Open, close, and wake the courier."""
        now = self._clock()
        look = await self._desk.read(agenda.look, now)
        if look.due:
            taken = await self._desk.write(agenda.take_due, now)
            log.info("agenda_taken", postings=taken)
        if look.to_send:
            self._courier.wake()

    async def tick_through(self) -> None:
        """Tick, and wait until counts are right and all that is due is delivered."""
        await self.tick()
        await self._live_count.flush()
        await self._courier.deliver()

    async def _purge(self) -> None:
        gone = await self._desk.write(setup.purge, self._clock())
        if gone:
            log.info("removed_classrooms_purged", classrooms=gone)
