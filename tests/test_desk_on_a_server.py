"""The desk on a server that other processes use too, over connections that may be lost."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import Future

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, OperationalError

from bot.desk import Desk
from bot.store.database import Database
from bot.store.transaction import CommitInDoubt
from tests.cable import Cable
from tests.databases import on_postgresql
from tests.test_desk import marks, put, put_all

pytestmark = [on_postgresql, pytest.mark.usefixtures("mark_table")]


@pytest.fixture
async def second(desk: Desk, database_url: str) -> AsyncIterator[Desk]:
    """The desk of another process on the same database."""
    del desk
    database = Database(database_url)
    opened = Desk(database)
    opened.start()
    yield opened
    await opened.stop()
    database.close()


@pytest.fixture
def cable(database_url: str) -> Iterator[Cable]:
    laid = Cable(database_url)
    yield laid
    laid.close()


@pytest.fixture
async def far(desk: Desk, cable: Cable) -> AsyncIterator[Desk]:
    """A desk at the other end of a cable."""
    del desk
    database = Database(cable.url)
    opened = Desk(database)
    opened.start()
    yield opened
    await opened.stop()
    database.close()


class Times:
    """How often something is to happen yet."""

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self) -> bool:
        self.left -= 1
        return self.left >= 0


def lock(tx: Connection, number: int) -> None:
    tx.execute(text("SELECT FROM mark WHERE number = :number FOR UPDATE"), {"number": number})


@pytest.mark.parametrize("code", ["40001", "40P01"], ids=["serialisation", "deadlock"])
async def test_a_transaction_that_had_to_give_way_is_made_anew(desk: Desk, code: str) -> None:
    times = Times(3)

    def give_way(tx: Connection, number: int) -> int:
        if times.take():
            tx.exec_driver_sql(f"DO $$ BEGIN RAISE EXCEPTION 'give way' USING ERRCODE = '{code}'; END $$")
        return put(tx, number)

    results = await asyncio.gather(desk.write(put, 1), desk.write(give_way, 2), desk.write(put, 3))

    assert list(results) == [1, 2, 3]
    assert await desk.read(marks) == [1, 2, 3]


async def test_a_transaction_that_always_has_to_give_way_fails_in_the_end(desk: Desk) -> None:
    def give_way(tx: Connection) -> None:
        tx.exec_driver_sql("DO $$ BEGIN RAISE EXCEPTION 'give way' USING ERRCODE = '40001'; END $$")

    with pytest.raises(OperationalError):
        await desk.write(give_way)

    assert await desk.write(put, 1) == 1


async def test_two_processes_that_wait_for_each_other_both_get_what_they_want(desk: Desk, second: Desk) -> None:
    await desk.write(put, 1)
    await desk.write(put, 2)
    both = threading.Barrier(2)
    meet = Times(2)

    def move(tx: Connection, first: int, then: int) -> None:
        tx.exec_driver_sql("SET LOCAL deadlock_timeout = '20ms'")
        lock(tx, first)
        if meet.take():
            both.wait(5)
        lock(tx, then)
        put(tx, 10 + first)

    await asyncio.gather(desk.write(move, 1, 2), second.write(move, 2, 1))

    assert await desk.read(marks) == [1, 2, 11, 12]


async def test_a_connection_that_is_lost_before_the_commit_costs_nobody_an_error(desk: Desk) -> None:
    times = Times(2)

    def lose(tx: Connection, numbers: Sequence[int]) -> list[int]:
        done = put_all(tx, numbers)
        if times.take():
            tx.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")
        return done

    results = await asyncio.gather(desk.write(put, 1), desk.submit(lose, 2), desk.submit(lose, 3))

    assert list(results) == [1, 2, 3]
    assert await desk.read(marks) == [1, 2, 3]


async def test_a_connection_that_is_lost_while_nobody_uses_it_is_not_noticed(desk: Desk, database_url: str) -> None:
    await desk.write(put, 1)
    await desk.read(marks)
    lose_all(database_url)

    assert await desk.write(put, 2) == 2
    assert await desk.read(marks) == [1, 2]


async def test_a_read_that_loses_its_connection_is_made_anew(desk: Desk) -> None:
    times = Times(2)
    await desk.write(put, 1)

    def lose(tx: Connection) -> list[int]:
        if times.take():
            tx.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")
        return marks(tx)

    assert await desk.read(lose) == [1]


@pytest.mark.parametrize("side", ["before", "after"])
async def test_a_commit_whose_answer_is_lost_is_stored_once(far: Desk, cable: Cable, side: str) -> None:
    await far.write(put, 1)
    cable.cut = side

    results = await asyncio.gather(far.write(put, 2), far.submit(put_all, 3), far.submit(put_all, 4))

    assert cable.cuts == 1
    assert list(results) == [2, 3, 4]
    assert await far.read(marks) == [1, 2, 3, 4]


@pytest.mark.parametrize(("side", "runs"), [("before", 2), ("after", 1)])
async def test_what_was_committed_is_not_done_again(far: Desk, cable: Cable, side: str, runs: int) -> None:
    await far.write(put, 1)
    cable.cut = side
    ran: list[int] = []

    def add(tx: Connection) -> int:
        ran.append(1)
        tx.exec_driver_sql("INSERT INTO mark SELECT max(number) + 1 FROM mark")
        return len(ran)

    assert await far.write(add) == runs
    assert await far.read(marks) == [1, 2]


async def test_a_commit_that_stays_in_doubt_is_told_and_not_done_again(far: Desk, cable: Cable) -> None:
    await far.write(put, 1)
    cable.cut = "after"

    def stop_too(tx: Connection) -> None:
        put(tx, 2)
        stopping.append(asyncio.run_coroutine_threadsafe(far.stop(), loop))
        cable.close()

    loop = asyncio.get_running_loop()
    stopping: list[Future[None]] = []
    with pytest.raises(CommitInDoubt, match=r"transaction \d+ got no answer"):
        await far.write(stop_too)


async def test_a_server_that_stays_away_is_not_waited_for_by_who_is_stopped(database_url: str) -> None:
    database = Database(database_url.replace("/trapwise_", "/nobody_"))
    desk = Desk(database)
    desk.start()
    lost = asyncio.create_task(desk.write(put, 1))
    await asyncio.sleep(0.05)

    await desk.stop()

    with pytest.raises(DBAPIError):
        await lost
    database.close()


def lose_all(database_url: str) -> None:
    """End every connection to the database but our own."""
    database = Database(database_url)
    with database.writer.begin() as tx:
        tx.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    database.close()
