"""Taking over what another worker seems to have let go: it may be at it still, and one message is all there is."""

import asyncio
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from bot.core.address import Platform
from bot.core.delivery import LEASE, LOOKUP_DELAY
from bot.port import LOOK_PATIENCE, PATIENCE, TAKE_OVER_DELAY, InDoubt
from bot.store.database import Database
from bot.tutor import delivering
from tests.builders import a_classroom
from tests.due import take_due
from tests.fakes.chat import FakeChat
from tests.fakes.leaping_loop import LeapingDesk, leaping
from tests.fakes.post_office import Post

ALL = delivering.Wanted(platform=Platform.WEB, most=10)
MILLISECOND, SECOND, HOUR = timedelta(milliseconds=1), timedelta(seconds=1), timedelta(hours=1)


async def test_a_worker_that_died_leaves_its_delivery_in_doubt_to_the_next(post: Post) -> None:
    await post.desk.write(take_due, post.now)
    (errand,) = (await post.desk.write(delivering.claim, post.now, ALL)).errands
    await post.chat.post(errand.classroom.address, (), key=errand.delivery.key)

    await post.due(seconds=20)
    await post.due(seconds=23)

    assert post.chat.lookups == ["open:1"]
    assert len(post.chat.of("open:1")) == 1
    assert (await post.states())["open:1"] == ("sent", "")


async def test_what_a_worker_that_died_had_not_sent_is_sent_after_a_rest(post: Post) -> None:
    await post.desk.write(take_due, post.now)
    await post.desk.write(delivering.claim, post.now, ALL)

    await post.due(seconds=20)
    await post.due(seconds=22)
    early = post.chat.of("open:1")
    await post.due(seconds=1)

    assert (early, len(post.chat.of("open:1"))) == ([], 1)


async def test_what_is_taken_over_is_told_with_its_ids(post: Post) -> None:
    await post.desk.write(take_due, post.now)
    await post.desk.write(delivering.claim, post.now, ALL)

    with capture_logs() as logged:
        await post.due(seconds=20)

    ids = {"delivery": "open:1", "posting": 1, "classroom": 1}
    assert logged == [{"event": "delivery_taken_over", "log_level": "warning", **ids}]


async def test_a_lease_that_runs_keeps_others_away(post: Post) -> None:
    await post.desk.write(take_due, post.now)
    await post.desk.write(delivering.claim, post.now, ALL)

    await post.due(seconds=19)

    assert post.chat.of("open:1") == []
    assert (await post.states())["open:1"] == ("sending", "")


async def test_two_couriers_send_one_message(post: Post) -> None:
    await post.desk.write(take_due, post.now)

    await asyncio.gather(post.courier.deliver(), post.another().deliver())

    assert len(post.chat.of("open:1")) == 1


@pytest.mark.parametrize("skew", [-HOUR, -SECOND, -MILLISECOND, MILLISECOND, SECOND, HOUR], ids=str)
async def test_a_second_worker_with_another_clock_leaves_what_is_being_sent(post: Post, skew: timedelta) -> None:
    post.chat.holding = asyncio.Event()
    await post.desk.write(take_due, post.now)
    sending = asyncio.create_task(post.courier.deliver())
    await asyncio.sleep(0.05)

    await post.another(ahead=skew).deliver()
    post.chat.holding.set()
    await sending

    assert (len(post.chat.of("open:1")), post.chat.lookups) == (1, [])
    assert (await post.states())["open:1"] == ("sent", "")


async def test_a_clock_that_jumps_ahead_takes_nothing_that_is_under_way(post: Post) -> None:
    post.chat.holding = asyncio.Event()
    await post.desk.write(take_due, post.now)
    first = asyncio.create_task(post.courier.deliver())
    await asyncio.sleep(0.05)

    post.now += HOUR
    second = asyncio.create_task(post.courier.deliver())
    await asyncio.sleep(0.05)
    post.chat.holding.set()
    await asyncio.gather(first, second)

    assert len(post.chat.of("open:1")) == 1


def test_a_worker_that_uses_all_its_time_is_not_overtaken(database: Database) -> None:
    async def story() -> FakeChat:
        desk = LeapingDesk(database)
        desk.start()
        await desk.write(a_classroom)
        post = Post(desk)
        post.chat.fail_before = [InDoubt("connection dropped")]
        await post.due()
        post.now += 6 * SECOND
        post.chat.slow_look, post.chat.slow_post = 5.9, 11.9
        other = post.another(ahead=HOUR)
        sending = asyncio.create_task(post.courier.deliver())
        await asyncio.sleep(0.1)
        await other.deliver()
        await asyncio.sleep(17.5)
        post.now += 17.5 * SECOND
        post.chat.slow_look = 0
        await asyncio.gather(sending, other.deliver())
        await desk.stop()
        return post.chat

    chat = leaping(story())

    assert (len(chat.of("open:1")), chat.lookups) == (1, ["open:1"])


async def test_a_look_goes_on_only_if_nobody_else_had_a_try_between(post: Post) -> None:
    post.chat.fail_after = [InDoubt("connection dropped")]
    await post.due()

    await post.due(seconds=6)

    assert post.chat.tries == [2]


def test_a_worker_is_done_before_its_lease_ends_and_before_another_looks() -> None:
    longest = timedelta(seconds=LOOK_PATIENCE + PATIENCE)

    assert longest < LEASE
    assert longest + LOOKUP_DELAY <= TAKE_OVER_DELAY
