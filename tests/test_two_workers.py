"""Two workers whose clocks differ, behind a line that delays and loses: never two messages of one key."""

from datetime import timedelta

import pytest

from bot.store.database import Database
from tests.fakes.two_workers import TwoWorkers

MILLISECOND, SECOND, HOUR = timedelta(milliseconds=1), timedelta(seconds=1), timedelta(hours=1)


@pytest.mark.parametrize(
    ("seed", "skew"),
    [(1, MILLISECOND), (2, -MILLISECOND), (3, SECOND), (4, -SECOND), (5, HOUR), (6, -HOUR)],
    ids=str,
)
def test_nothing_is_said_twice_whatever_their_clocks_say(database: Database, seed: int, skew: timedelta) -> None:
    workers = TwoWorkers(database, seed=seed, skew=skew)

    workers.live()

    assert workers.most == 1
    assert workers.unsettled == []


def test_nothing_is_said_twice_when_clocks_step_by_an_hour(database: Database) -> None:
    workers = TwoWorkers(database, seed=0, skew=timedelta(), steps=True)

    workers.live()

    assert workers.most == 1
    assert workers.unsettled == []


def test_nothing_is_said_twice_by_workers_that_die(database: Database) -> None:
    workers = TwoWorkers(database, seed=0, skew=SECOND, die=True)

    workers.live()

    assert workers.most == 1
    assert workers.unsettled == []
