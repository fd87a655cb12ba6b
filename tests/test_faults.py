"""What happens to everybody at once, and that each fault is told in the classroom or in the log."""

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy import Connection, func, select
from structlog.testing import capture_logs
from structlog.types import EventDict

from bot.cards.plain import plain
from bot.core.address import Platform
from bot.core.posting import PostingId
from bot.live_count import LiveCount
from bot.port import InDoubt, Refused, TryLater
from bot.reception import Reception
from bot.store.database import Database
from bot.store.tables import answer, posting
from bot.tutor import answering, setup
from tests.builders import CHANNEL, EIGHT, NINE, a_click, a_person, an_admin
from tests.commands.typed import typed
from tests.databases import on_postgresql
from tests.fakes.post_office import Post

STORM = 3
SLOW = 5
"""Seconds."""
BESIDE = replace(CHANNEL, channel="beside")


@pytest.fixture
def logged() -> Iterator[list[EventDict]]:
    with capture_logs() as lines:
        yield lines


@pytest.fixture
def count(post: Post) -> LiveCount:
    return LiveCount(post.desk, {Platform.WEB: post.chat}, lambda: post.now)


def events(logged: list[EventDict]) -> set[str]:
    return {line["event"] for line in logged if line["log_level"] != "info"}


def keys(post: Post) -> Counter[str]:
    return Counter(said.key for said in post.chat.messages.values())


def set_up_beside(tx: Connection) -> None:
    setup.set_up(tx, an_admin(), BESIDE, setup.Wish(days="daily"), seed="2", now=EIGHT)


async def test_a_storm_of_429_delays_everything_and_doubles_nothing(post: Post) -> None:
    for seconds in (0, 86400):
        post.chat.fail_before = [TryLater("slow down", after=30) for _ in range(STORM)]
        await post.due(seconds=seconds)
        for _ in range(STORM + 1):
            await post.due(seconds=31)

    assert keys(post) == Counter(["open:1", "reveal:1:1", "open:2"])
    assert "[A]" not in post.chat.of("open:1")[0].text
    assert post.chat.lookups == []


@pytest.mark.parametrize(
    ("fault", "event", "shown"),
    [
        (TryLater("slow down", after=30), "delivery_later", "open:1 is due: slow down"),
        (InDoubt("it failed (503)"), "delivery_in_doubt", "open:1 is due: it failed (503)"),
        (ConnectionResetError("line broken"), "delivery_in_doubt", "open:1 is due: line broken"),
        (TimeoutError(), "delivery_in_doubt", "open:1 is due: the platform did not answer in time"),
        (Refused("it may not post here", gone=False), "delivery_refused", "open:1 is due: it may not post here"),
    ],
    ids=["429", "5xx", "line broken", "timeout", "permission"],
)
async def test_a_fault_is_seen_in_the_classroom_and_in_the_log(
    post: Post, logged: list[EventDict], fault: Exception, event: str, shown: str
) -> None:
    post.chat.broken_channels[CHANNEL.channel] = fault

    await post.due()
    told = await post.desk.write(lambda tx: typed(tx, "/classroom show", now=post.now))

    assert shown in told
    assert events(logged) == {event}


async def test_the_classroom_beside_has_no_part_in_it(post: Post) -> None:
    await post.desk.write(set_up_beside)
    post.chat.broken_channels[CHANNEL.channel] = InDoubt("it failed (503)")

    for _ in range(STORM):
        await post.due(seconds=31)
    told = await post.desk.write(lambda tx: typed(tx, "/classroom show", now=post.now, at=BESIDE))

    assert len(post.chat.transcript(BESIDE.channel)) == len(post.chat.messages) == 1
    assert " is due: " not in told


async def test_a_count_that_has_to_wait_is_seen(post: Post, count: LiveCount, logged: list[EventDict]) -> None:
    await post.due()
    await post.desk.submit(answering.record, a_click(PostingId(1)))
    count.touch(PostingId(1))
    post.chat.fail_before = [TryLater("slow down", after=30)]

    await count.flush()

    assert events(logged) == {"count_edit_later"}


async def test_a_database_that_takes_five_seconds_loses_and_doubles_nothing_and_is_seen(
    post: Post, count: LiveCount, database: Database, logged: list[EventDict]
) -> None:
    await post.due()
    taken = threading.Event()

    def hold() -> None:
        with database.writer.begin() as busy:
            busy.execute(select(posting).with_for_update())
            taken.set()
            time.sleep(SLOW)

    holding = asyncio.create_task(asyncio.to_thread(hold))
    await asyncio.to_thread(taken.wait)
    answered = Reception(post.desk, count).answered(a_person("ada"), "1", ["A"], NINE)
    said, *_ = await asyncio.gather(answered, post.due(days=1), holding)
    await post.due(seconds=25)

    assert plain(said).startswith(("Correct", "Not correct"))
    assert await post.desk.read(lambda tx: tx.execute(select(func.count()).select_from(answer)).scalar_one()) == 1
    assert keys(post) == Counter(["open:1", "reveal:1:1", "open:2"])
    assert events(logged) == {"database_slow"}


@on_postgresql
async def test_a_connection_that_is_lost_is_seen(post: Post, logged: list[EventDict]) -> None:
    left = [1]

    def lose(tx: Connection) -> None:
        if left and left.pop():
            tx.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

    await post.desk.write(lose)

    assert events(logged) == {"transaction_undone"}
