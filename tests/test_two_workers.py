"""Two workers whose clocks differ, behind a line that delays and loses: never two messages of one key."""

from datetime import timedelta

import pytest

from bot.store.database import Database
from tests.fakes.two_workers import TwoWorkers

MILLISECOND, SECOND, HOUR = timedelta(milliseconds=1), timedelta(seconds=1), timedelta(hours=1)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("skew", [MILLISECOND, -MILLISECOND, SECOND, -SECOND, HOUR, -HOUR], ids=str)
def test_nothing_is_said_twice_whatever_their_clocks_say(database: Database, skew: timedelta, seed: int) -> None:
    workers = TwoWorkers(database, seed=seed, skew=skew)

    workers.live()

    assert workers.most == 1
    assert workers.unsettled == []


def test_nothing_is_said_twice_when_clocks_step_by_an_hour(database: Database) -> None:
    workers = TwoWorkers(database, seed=0, skew=timedelta(), steps=True)

    workers.live()

    assert workers.most == 1
    assert workers.unsettled == []


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_said_twice_by_workers_that_die(database: Database, seed: int) -> None:
    workers = TwoWorkers(database, seed=seed, skew=SECOND, die=True)

    workers.live()

    assert workers.most == 1
    assert workers.unsettled == []
