"""The desk: groups that commit together, errors that reach the right caller, no lost wake-up."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.desk import DEPTH, Desk
from bot.store.database import Database
from bot.store.owing import OWED
from tests.databases import on_sqlite

pytestmark = pytest.mark.usefixtures("mark_table")


def put(tx: Connection, number: int) -> int:
    tx.execute(text("INSERT INTO mark VALUES (:number)"), {"number": number})
    return number


def put_all(tx: Connection, numbers: Sequence[int]) -> list[int]:
    return [put(tx, number) for number in numbers]


def marks(tx: Connection) -> list[int]:
    return list(tx.execute(text("SELECT number FROM mark ORDER BY number")).scalars())


@asynccontextmanager
async def writer_busy(desk: Desk) -> AsyncIterator[None]:
    """Whatever is brought inside waits for the writer and makes one group."""
    begun, go_on = threading.Event(), threading.Event()

    def wait(_tx: Connection) -> None:
        begun.set()
        go_on.wait(5)

    waiting = asyncio.create_task(desk.write(wait))
    await asyncio.to_thread(begun.wait)
    yield
    await asyncio.sleep(0.01)
    go_on.set()
    await waiting


async def test_a_write_is_there_for_the_next_read(desk: Desk) -> None:
    result = await desk.write(put, 7)

    assert result == 7
    assert await desk.read(marks) == [7]


@pytest.mark.parametrize("way", ["read", "write"])
async def test_it_is_known_since_when_somebody_is_at_it(desk: Desk, way: str) -> None:
    run = {"read": desk.read, "write": desk.write}[way]
    before = time.monotonic()

    began = await run(lambda _tx: list(desk.under_way.values()))

    assert [before <= moment <= time.monotonic() for moment in began] == [True]
    assert desk.under_way == {}


async def test_two_hundred_writes_at_once_are_all_stored_once(desk: Desk) -> None:
    results = await asyncio.gather(*(desk.submit(put_all, number) for number in range(200)))

    assert results == list(range(200))
    assert await desk.read(marks) == list(range(200))


async def test_a_group_is_one_call_of_the_flow(desk: Desk) -> None:
    sizes: list[int] = []

    def count(tx: Connection, numbers: Sequence[int]) -> list[int]:
        sizes.append(len(numbers))
        return put_all(tx, numbers)

    async with writer_busy(desk):
        brought = [asyncio.create_task(desk.submit(count, number)) for number in range(50)]
    await asyncio.gather(*brought)

    assert sizes == [50]


async def test_a_poisoned_item_fails_alone_and_the_rest_of_its_group_is_stored(desk: Desk) -> None:
    await desk.write(put, 3)

    results = await asyncio.gather(*(desk.submit(put_all, number) for number in range(6)), return_exceptions=True)

    assert [number for number, result in enumerate(results) if isinstance(result, IntegrityError)] == [3]
    assert await desk.read(marks) == [0, 1, 2, 3, 4, 5]


async def test_a_failed_write_leaves_nothing_of_itself_and_harms_no_neighbour(desk: Desk) -> None:
    def half(tx: Connection) -> None:
        put(tx, 1)
        raise RuntimeError("half way")

    failed, fine = await asyncio.gather(desk.write(half), desk.write(put, 2), return_exceptions=True)

    assert isinstance(failed, RuntimeError)
    assert fine == 2
    assert await desk.read(marks) == [2]


async def test_a_failed_commit_is_everybodys_error_and_stores_nothing(desk: Desk, database: Database) -> None:
    def refuse(_connection: Connection) -> None:
        raise OperationalError("COMMIT", None, OSError("disk full"))

    event.listen(database.writer, "commit", refuse)
    results = await asyncio.gather(desk.write(put, 1), desk.submit(put_all, 2), return_exceptions=True)
    event.remove(database.writer, "commit", refuse)

    assert [type(result) for result in results] == [OperationalError, OperationalError]
    assert await desk.read(marks) == []


async def test_the_desk_works_on_after_a_failed_commit(desk: Desk, database: Database) -> None:
    def refuse(_connection: Connection) -> None:
        raise OperationalError("COMMIT", None, OSError("disk full"))

    event.listen(database.writer, "commit", refuse)
    await asyncio.gather(desk.write(put, 1), return_exceptions=True)
    event.remove(database.writer, "commit", refuse)

    assert await desk.write(put, 1) == 1


async def test_no_result_is_seen_before_its_commit(desk: Desk, database: Database) -> None:
    order: list[str] = []
    event.listen(database.writer, "commit", lambda _connection: order.append("commit"))

    await desk.write(put, 1)
    order.append("result")

    assert order == ["commit", "result"]


async def test_a_write_brought_while_the_writer_falls_asleep_is_not_lost(desk: Desk) -> None:
    async with asyncio.timeout(20):
        for number in range(500):
            await desk.write(put, number)
            await asyncio.sleep(0)

    assert len(await desk.read(marks)) == 500


async def test_more_writes_than_the_queue_holds_wait_and_are_stored(desk: Desk) -> None:
    many = DEPTH + 500

    await asyncio.gather(*(desk.submit(put_all, number) for number in range(many)))

    assert len(await desk.read(marks)) == many


async def test_a_caller_that_gives_up_disturbs_nobody(desk: Desk) -> None:
    async with writer_busy(desk):
        left = asyncio.create_task(desk.write(put, 1))
        stayed = asyncio.create_task(desk.write(put, 2))
        await asyncio.sleep(0.01)
        left.cancel()

    assert await stayed == 2


async def test_what_was_brought_before_the_stop_is_stored(database: Database) -> None:
    opened = Desk(database)
    opened.start()

    brought = [asyncio.create_task(opened.write(put, number)) for number in range(20)]
    await asyncio.sleep(0)
    await opened.stop()

    assert [await each for each in brought] == list(range(20))


async def test_a_commit_that_owes_a_delivery_wakes_the_listener(desk: Desk) -> None:
    woken = asyncio.Event()
    desk.on_owed(woken.set)

    def owe(tx: Connection) -> None:
        tx.info[OWED] = True

    await desk.write(owe)

    async with asyncio.timeout(30):
        await woken.wait()


async def test_a_commit_that_owes_nothing_wakes_nobody(desk: Desk) -> None:
    woken: list[bool] = []
    desk.on_owed(lambda: woken.append(True))

    await desk.write(put, 1)
    await desk.write(put, 2)

    assert woken == []


@on_sqlite
async def test_when_the_database_ends_the_transaction_nobody_is_told_that_something_was_stored(desk: Desk) -> None:
    def full(tx: Connection) -> None:
        put(tx, 2)
        tx.exec_driver_sql("ROLLBACK")
        raise OperationalError("INSERT", None, OSError("disk full"))

    async with writer_busy(desk):
        brought = [asyncio.create_task(each) for each in (desk.write(put, 1), desk.write(full), desk.write(put, 3))]
        await asyncio.sleep(0.01)
    results = await asyncio.gather(*brought, return_exceptions=True)

    assert all(isinstance(result, Exception) for result in results)
    assert await desk.read(marks) == []
