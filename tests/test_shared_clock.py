"""The time that a bot goes by: one for all workers of a server, and steady whoever sets the machine's."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update
from structlog.testing import capture_logs

from bot.app.clock import SharedClock
from bot.desk import Desk
from bot.port import TAKE_OVER_DELAY, TryLater
from bot.store import deliveries
from bot.store.tables import delivery
from tests.builders import NINE
from tests.databases import on_postgresql, on_sqlite
from tests.fakes.post_office import Post

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


class Watch:
    """A machine's two clocks, moved by hand."""

    def __init__(self) -> None:
        self.own = NINE
        self.steady = 100.0


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def clock(desk: Desk, watch: Watch) -> SharedClock:
    return SharedClock(desk, own=lambda: watch.own, steady=lambda: watch.steady)


@on_postgresql
@pytest.mark.parametrize("wrong", [-HOUR, HOUR], ids=["an hour behind", "an hour ahead"])
async def test_two_machines_whose_clocks_differ_have_the_servers_time(desk: Desk, wrong: timedelta) -> None:
    clock = SharedClock(desk, own=lambda: datetime.now(UTC) + wrong)

    with capture_logs() as logged:
        await clock.set()

    assert abs(clock() - datetime.now(UTC)) < SECOND
    assert [(line["event"], round(line["seconds"])) for line in logged] == [("clock_set", -wrong.total_seconds())]


@pytest.mark.parametrize("step", [-HOUR, HOUR], ids=["back", "forth"])
async def test_a_machines_clock_that_steps_changes_nothing_by_itself(
    clock: SharedClock, watch: Watch, step: timedelta
) -> None:
    before = clock()

    watch.own += step
    watch.steady += 5

    assert clock() - before == timedelta(seconds=5)


@on_sqlite
async def test_without_a_server_the_machines_clock_is_followed_and_its_step_told(
    clock: SharedClock, watch: Watch
) -> None:
    watch.own += HOUR

    with capture_logs() as logged:
        await clock.set()

    assert clock() == NINE + HOUR
    assert logged == [{"event": "clock_set", "log_level": "warning", "seconds": 3600.0}]


async def put_off(post: Post, error: BaseException, moment: datetime) -> None:
    """A card that did not go through at that moment."""
    post.chat.fail_before = [error]
    post.now = moment
    await post.due()


@on_sqlite
@pytest.mark.parametrize("look", [SharedClock.follow, SharedClock.start], ids=["at work", "at the start"])
async def test_a_clock_that_went_back_lets_nothing_wait_for_the_time_that_comes_again(
    post: Post, clock: SharedClock, watch: Watch, look: Callable[[SharedClock], Awaitable[None]]
) -> None:
    watch.own += HOUR
    await clock.follow()
    await put_off(post, TryLater("slow down"), clock())
    woken: list[str] = []
    post.desk.on_owed(lambda: woken.append("woken"))

    watch.own -= HOUR
    await look(clock)
    watch.own, watch.steady = watch.own + 2 * SECOND, watch.steady + 2
    await clock.follow()
    post.now = clock()
    await post.courier.deliver()

    assert woken
    assert len(post.chat.of("open:1")) == 1


@on_sqlite
async def test_nothing_is_hastened_while_another_worker_may_go_by_the_old_time(
    post: Post, clock: SharedClock, watch: Watch
) -> None:
    await put_off(post, TryLater("slow down"), NINE)

    watch.own -= HOUR
    await clock.follow()

    assert not await post.desk.read(deliveries.anything_due, clock())


@on_sqlite
@pytest.mark.parametrize("step", [-HOUR, HOUR], ids=["back", "forth"])
async def test_what_is_in_doubt_rests_although_the_clock_steps(
    post: Post, clock: SharedClock, watch: Watch, step: timedelta
) -> None:
    await put_off(post, ConnectionResetError("reset"), clock())
    watch.own += step
    await clock.follow()
    watch.own, watch.steady = watch.own + 2 * SECOND, watch.steady + 2
    await clock.follow()
    post.now = clock()
    await post.courier.deliver()
    early = post.chat.lookups[:]

    await post.due(seconds=TAKE_OVER_DELAY.total_seconds())

    assert early == []
    assert len(post.chat.of("open:1")) == 1


@on_postgresql
async def test_whoever_starts_over_a_server_cuts_nobodys_wait_short(post: Post, clock: SharedClock) -> None:
    await put_off(post, TryLater("slow down"), NINE)
    later = update(delivery).values(due_at=datetime.now(UTC) + HOUR)
    await post.desk.write(lambda tx: tx.execute(later))

    await clock.start()

    assert not await post.desk.read(deliveries.anything_due, clock())


@on_sqlite
async def test_a_clock_that_is_right_is_not_spoken_of(clock: SharedClock, watch: Watch) -> None:
    await clock.set()
    watch.own, watch.steady = watch.own + 10 * SECOND, watch.steady + 10

    with capture_logs() as logged:
        await clock.set()

    assert logged == []
