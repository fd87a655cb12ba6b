"""The ticker: what is due is done, and an idle tick writes nothing."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection, event
from structlog.testing import capture_logs

from bot.core.address import Platform
from bot.core.posting import ClassroomId, PostingId
from bot.live_count import LiveCount
from bot.store import classrooms, postings
from bot.store.database import Database
from bot.ticker import Ticker
from bot.tutor import answering, setup
from tests.builders import EIGHT, NINE, a_click
from tests.fakes.post_office import Post


def a_ticker(post: Post, clock: Callable[[], datetime]) -> Ticker:
    return Ticker(post.desk, post.courier, LiveCount(post.desk, {Platform.WEB: post.chat}, clock), clock)


def remove(tx: Connection, now: datetime) -> None:
    classroom = classrooms.get_classroom(tx, ClassroomId(1))
    assert classroom is not None
    setup.remove(tx, classroom, now)


async def test_a_tick_opens_what_is_due(post: Post) -> None:
    ticker = a_ticker(post, lambda: NINE)

    await ticker.tick()
    await post.courier.deliver()

    assert len(post.chat.of("open:1")) == 1


async def test_an_idle_tick_takes_no_write_lock(post: Post, database: Database) -> None:
    begun: list[str] = []
    event.listen(database.writer, "begin", lambda _connection: begun.append("begin"))

    await a_ticker(post, lambda: EIGHT).tick()

    assert begun == []


async def test_only_what_was_taken_is_told(post: Post) -> None:
    with capture_logs() as told:
        await a_ticker(post, lambda: NINE).tick()

    assert [each for each in told if each["event"] == "agenda_taken"] == [
        {"event": "agenda_taken", "log_level": "info", "taken": 1}
    ]


@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(days=1)], ids=["an hour", "a day"])
async def test_a_clock_that_steps_back_posts_nothing_twice(post: Post, back: timedelta) -> None:
    for moment in (NINE, NINE - back, NINE):
        await a_ticker(post, lambda moment=moment: moment).tick()  # type: ignore[misc]
        await post.courier.deliver()

    assert len(post.chat.messages) == 1


async def test_a_hanging_count_edit_holds_up_no_tick(post: Post) -> None:
    await post.due()
    count = LiveCount(post.desk, {Platform.WEB: post.chat}, lambda: post.now)
    await post.desk.submit(answering.record, a_click(PostingId(1)))
    count.touch(PostingId(1))
    post.chat.held["1"] = asyncio.Event()
    hanging = asyncio.create_task(count.flush())
    post.now += timedelta(days=1)

    async with asyncio.timeout(30):
        await Ticker(post.desk, post.courier, count, lambda: post.now).tick()

    asked = await post.desk.read(postings.open_postings, ClassroomId(1))
    assert ([posting.number for posting in asked], hanging.done()) == ([2], False)
    post.chat.held["1"].set()
    await hanging


async def test_a_started_ticker_clears_away_at_once(post: Post) -> None:
    await post.desk.write(remove, NINE)
    ticker = a_ticker(post, lambda: NINE + timedelta(days=31))

    ticker.start()
    async with asyncio.timeout(30):
        while await post.desk.read(classrooms.get_classroom, ClassroomId(1)):  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.02)
    await ticker.stop()


async def test_a_started_ticker_ticks_by_itself(post: Post) -> None:
    post.desk.on_owed(post.courier.wake)
    carrying = asyncio.create_task(post.courier.run())
    ticker = a_ticker(post, lambda: NINE)

    ticker.start()
    async with asyncio.timeout(30):
        while not post.chat.messages:  # noqa: ASYNC110 - the chat has no event
            await asyncio.sleep(0.02)
    await ticker.stop()
    carrying.cancel()

    assert len(post.chat.of("open:1")) == 1
