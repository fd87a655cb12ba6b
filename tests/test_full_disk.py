"""A disk that is full: what was acknowledged is stored, the rest is refused, and with room all comes to its end."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import Connection, event, insert, select
from structlog.testing import capture_logs
from structlog.types import EventDict

from bot.background import Background
from bot.core.address import Platform
from bot.core.errors import TutorError
from bot.live_count import LiveCount
from bot.reception import Reception, settled
from bot.store.database import Database
from bot.store.tables import answer, classroom, learner
from bot.ticker import Ticker
from tests.builders import a_person
from tests.commands.typed import typed
from tests.databases import on_sqlite
from tests.fakes.post_office import Post

pytestmark = on_sqlite
PEOPLE = [f"{number}-{'long' * 100}" for number in range(24)]
"""More than fit into what is left of the pages that the file already has."""
CLASSROOMS = 12
FIRST, SECOND = ([f"open:{number}" for number in range(first, first + CLASSROOMS)] for first in (1, 1 + CLASSROOMS))
DAY = timedelta(days=1)


class Disk:
    """The disk under a database: SQLite itself says that it is full once the file may not grow any more."""

    def __init__(self, database: Database) -> None:
        self.full = False
        event.listen(database.writer, "begin", self._limit)

    def _limit(self, tx: Connection) -> None:
        pages = 1 if self.full else 2**30
        tx.exec_driver_sql(f"PRAGMA max_page_count = {pages}")


@pytest.fixture
def disk(database: Database) -> Disk:
    return Disk(database)


@pytest.fixture
def count(post: Post) -> LiveCount:
    return LiveCount(post.desk, {Platform.WEB: post.chat}, lambda: post.now)


@pytest.fixture
async def crowd(post: Post) -> Post:
    """A dozen classrooms at nine, whose second day needs new pages."""
    await post.desk.write(add_classrooms)
    return post


def add_classrooms(tx: Connection) -> None:
    row = dict(tx.execute(select(classroom)).one()._mapping)
    del row["id"]
    tx.execute(insert(classroom), [{**row, "channel": f"channel-{number}"} for number in range(1, CLASSROOMS)])


@pytest.fixture
def logged() -> Iterator[list[EventDict]]:
    with capture_logs() as lines:
        yield lines


async def answered(post: Post, count: LiveCount, people: list[str]) -> set[str]:
    """Whose answers were acknowledged."""
    reception = Reception(post.desk, count)
    said = {who: await settled(reception.answered(a_person(who), "1", ["A"], post.now)) for who in people}
    return {who for who, card in said.items() if not isinstance(card, TutorError)}


async def ticked(post: Post, count: LiveCount) -> None:
    """As in a bot at work, where what breaks is logged and the next tick comes."""
    ticker = Ticker(post.desk, post.courier, count, lambda: post.now)
    await asyncio.wait({Background().start(ticker.tick_through())})


def answerers(tx: Connection) -> set[str]:
    return set(tx.execute(select(learner.c.external_id).join(answer)).scalars())


async def test_on_a_full_disk_what_is_acknowledged_is_stored_and_nothing_else(
    post: Post, disk: Disk, count: LiveCount, logged: list[EventDict]
) -> None:
    await post.due()
    disk.full = True

    acknowledged = await answered(post, count, PEOPLE)

    assert acknowledged < set(PEOPLE)
    assert await post.desk.read(answerers) == acknowledged
    assert "request_failed" in {line["event"] for line in logged}


async def test_a_full_disk_is_seen_in_the_classroom_and_in_the_log(
    crowd: Post, disk: Disk, count: LiveCount, logged: list[EventDict]
) -> None:
    await ticked(crowd, count)
    disk.full = True
    crowd.now += DAY + timedelta(minutes=2)

    await ticked(crowd, count)
    told = await crowd.desk.write(lambda tx: typed(tx, "/classroom show", now=crowd.now))

    assert "The next question is overdue since 2026-12-01 09:00 UTC" in told
    assert "agenda_failed" in {line["event"] for line in logged}


async def test_with_room_again_everything_goes_on_and_nothing_comes_twice(
    crowd: Post, disk: Disk, count: LiveCount, logged: list[EventDict]
) -> None:
    await ticked(crowd, count)
    disk.full = True
    acknowledged = await answered(crowd, count, PEOPLE)
    crowd.now += DAY
    await ticked(crowd, count)
    failed = [line["event"] for line in logged]

    disk.full = False
    for _ in range(4):
        crowd.now += timedelta(seconds=25)
        await ticked(crowd, count)

    assert "agenda_failed" in failed
    assert await crowd.desk.read(answerers) == acknowledged
    told = Counter(said.key for said in crowd.chat.messages.values())
    assert told == Counter([*FIRST, *(f"reveal:{number}:1" for number in range(1, CLASSROOMS + 1)), *SECOND])
    assert {said.key for said in crowd.chat.messages.values() if "[A]" in said.text} == set(SECOND)
