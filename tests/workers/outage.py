"""A server that goes away for a while, under a bot that opens questions and takes answers at that moment."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, func, insert, select
from structlog.testing import capture_logs

from bot.app.school import School, open_desk
from bot.cards.plain import plain
from bot.core.address import Platform
from bot.core.delivery import DeliveryState
from bot.store.database import Database
from bot.store.tables import answer, classroom, delivery
from tests.builders import NINE, a_classroom, a_pack, a_person
from tests.fakes.chat import FakeChat
from tests.postgres import started_in

CLASSROOMS = 40
PEOPLE = 40
_OVER = 90
"""Seconds until all must be well after the server is back: what was under way is in doubt, waits and is looked for."""


@dataclass(frozen=True, kw_only=True)
class Outage:
    """How it went: how often each message was sent, what learners were told, and how many answers are stored."""

    messages: Counter[str]
    told: Counter[str]
    stored: int
    events: Counter[str]
    seconds: float


async def live_through(folder: Path, away: float) -> Outage:
    """Forty classrooms are due and forty learners click while the server is away for so many seconds."""
    server = started_in(folder)
    chat, began = FakeChat(slow_post=0.2), time.monotonic()

    def clock() -> datetime:
        return NINE + timedelta(seconds=time.monotonic() - began)

    async def cut() -> None:
        await asyncio.to_thread(server.stop)
        await asyncio.sleep(away)
        await asyncio.to_thread(server.start)

    with capture_logs() as logged:
        async with AsyncExitStack() as stack:
            desk = await open_desk(stack, Database(server.get_uri()))
            await desk.write(_make_classrooms)
            school = School(desk, {Platform.WEB: chat}, clock)
            await school.start(stack)
            await _until(lambda: _is(len(chat.messages) > 0))
            told, _ = await asyncio.gather(_clicks(school), cut())
            await _until(lambda: desk.read(_all_sent))
            stored = await desk.read(_answers)
    server.cleanup()
    return Outage(
        messages=Counter(said.key for said in chat.messages.values()),
        told=told,
        stored=stored,
        events=Counter(line["event"] for line in logged if line["log_level"] != "info"),
        seconds=time.monotonic() - began,
    )


def _make_classrooms(tx: Connection) -> None:
    """All of them due at nine."""
    first = a_classroom(tx, pack=a_pack(each=1)).id
    row = dict(tx.execute(select(classroom).where(classroom.c.id == first)).one()._mapping)
    del row["id"]
    tx.execute(insert(classroom), [{**row, "channel": f"channel-{number}"} for number in range(1, CLASSROOMS)])


async def _clicks(school: School) -> Counter[str]:
    """Everybody clicks, a few every moment; returns the first words that they were told."""

    async def click(number: int) -> str:
        await asyncio.sleep(number / 20)
        said = await school.reception.answered(a_person(f"learner{number}"), "1", ["A"], NINE)
        return plain(said).partition("\n")[0]

    return Counter(await asyncio.gather(*map(click, range(PEOPLE))))


async def _until(done: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(_OVER):
        while not await done():  # noqa: ASYNC110 - the database has no event
            await asyncio.sleep(0.1)


async def _is(true: bool) -> bool:
    return true


def _all_sent(tx: Connection) -> bool:
    sent = select(func.count()).where(delivery.c.state == DeliveryState.SENT.value)
    return bool(tx.execute(sent).scalar_one() == CLASSROOMS)


def _answers(tx: Connection) -> int:
    return tx.execute(select(func.count()).select_from(answer)).scalar_one()
