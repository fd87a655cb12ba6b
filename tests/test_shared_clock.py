"""The time that a bot goes by: one for all workers of a server, and steady whoever sets the machine's."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from structlog.testing import capture_logs

from bot.app.clock import SharedClock
from bot.desk import Desk
from bot.store.database import Database
from tests.builders import NINE
from tests.databases import on_postgresql, on_sqlite

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


@pytest.fixture
async def desk(database: Database) -> AsyncIterator[Desk]:
    opened = Desk(database)
    opened.start()
    yield opened
    await opened.stop()


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


@on_sqlite
async def test_a_clock_that_is_right_is_not_spoken_of(clock: SharedClock, watch: Watch) -> None:
    await clock.set()
    watch.own, watch.steady = watch.own + 10 * SECOND, watch.steady + 10

    with capture_logs() as logged:
        await clock.set()

    assert logged == []
