"""Two couriers over one database whose clocks differ, behind a bad line, while a classroom lives its life."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import Connection, select
from structlog.testing import capture_logs

from bot.core.address import Platform
from bot.core.classroom import Classroom
from bot.core.errors import TutorError
from bot.core.posting import ClassroomId
from bot.courier import Courier
from bot.store import classrooms, owing
from bot.store.database import Database
from bot.store.tables import WAITING, delivery
from bot.tutor import closing, opening, setup
from tests.builders import NINE, a_classroom, a_pack
from tests.due import take_due
from tests.fakes.far_chat import FarChat
from tests.fakes.leaping_loop import LeapingDesk, leaping

BAD_SECONDS, GOOD_MINUTES = 100, 90


@dataclass
class TwoWorkers:
    """`skew` is how far the second clock is ahead of the first; workers that `die` are started again at once.

    Where time `steps`, both clocks are set an hour back or forth again and again in the bad seconds.
    """

    database: Database
    seed: int
    skew: timedelta
    die: bool = False
    steps: bool = False
    chat: FarChat = field(init=False)

    def __post_init__(self) -> None:
        self._dice = Random(self.seed)  # noqa: S311 - a test's dice
        self._off = timedelta()
        self.chat = FarChat(rng=self._dice, late=2.5)

    def live(self) -> None:
        """Bad seconds in which all of it happens, then good minutes in which what is left comes to its end."""
        with capture_logs():
            leaping(self._live())

    @property
    def most(self) -> int:
        """How many messages there are of the key of which there are most."""
        return max(len(self.chat.of(said.key)) for said in self.chat.messages.values())

    @property
    def unsettled(self) -> list[str]:
        """What still waits."""
        with self.database.reader.begin() as tx:
            return list(tx.execute(select(delivery.c.key).where(WAITING)).scalars())

    async def _live(self) -> None:
        self._desk = LeapingDesk(self.database)
        self._desk.start()
        await self._desk.write(lambda tx: a_classroom(tx, pack=a_pack(each=2)))
        workers = [asyncio.create_task(self._work(skew)) for skew in (timedelta(), self.skew)]
        workers.append(asyncio.create_task(self._step()))
        for flow in (take_due, _ask, _warn, _ask, _warn, _close, _move, _close, _move):
            await self._desk.write(flow, _now())
            await asyncio.sleep(self._dice.uniform(0, BAD_SECONDS / 9))
        self.chat.bad = False
        await asyncio.sleep(60 * GOOD_MINUTES)
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        await self._desk.stop()

    async def _work(self, skew: timedelta) -> None:
        while True:
            courier = Courier(self._desk, {Platform.WEB: self.chat}, lambda: _now() + skew + self._off)
            running = asyncio.create_task(courier.run())
            with suppress(TimeoutError):
                async with asyncio.timeout(self._dice.uniform(5, 60) if self.die and self.chat.bad else None):
                    await self._tick(courier)
            for task in (running, *courier._flight):  # a process that dies asks nobody
                task.cancel()
            await self._desk.write(take_due, _now())

    async def _step(self) -> None:
        while self.steps and self.chat.bad:
            self._off = timedelta(hours=self._dice.choice([-1, 0, 1]))
            await asyncio.sleep(self._dice.uniform(1, 30))
        self._off = timedelta()

    async def _tick(self, courier: Courier) -> None:
        while True:
            courier.wake()
            await asyncio.sleep(self._dice.uniform(0.2, 1.2) if self.chat.bad else 60)


def _now() -> datetime:
    return NINE + timedelta(seconds=asyncio.get_running_loop().time())


def _in_classroom(flow: Callable[[Connection, Classroom, datetime], object]) -> Callable[[Connection, datetime], None]:
    def run(tx: Connection, now: datetime) -> None:
        classroom = classrooms.get_classroom(tx, ClassroomId(1))
        assert classroom is not None
        with suppress(TutorError):
            flow(tx, classroom, now)

    return run


def _owe_note(tx: Connection, room: Classroom, now: datetime) -> None:
    owing.owe_note(tx, room.id, key=now.isoformat(), person="dana", text="A word.", due_at=now)


_ask = _in_classroom(lambda tx, room, now: opening.ask_extra(tx, room, topic=None, minutes=None, now=now))
_close = _in_classroom(lambda tx, room, now: closing.close_now(tx, room, None, now))
_move = _in_classroom(lambda tx, room, _: setup.move(tx, room, f"{room.address.channel}-on"))
_warn = _in_classroom(_owe_note)
