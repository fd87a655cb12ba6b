from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Connection, literal, select
from sqlalchemy.exc import StatementError

from bot.store.columns import UtcDateTime
from tests.builders import NINE

INDIA = timezone(timedelta(hours=5, minutes=30))


@pytest.mark.parametrize(
    "moment",
    [
        pytest.param(NINE, id="UTC"),
        pytest.param(datetime(2026, 11, 30, 14, 30, tzinfo=INDIA), id="another zone"),
        pytest.param(NINE + timedelta(microseconds=1), id="microseconds"),
        pytest.param(datetime(9999, 12, 31, 23, 59, tzinfo=UTC), id="far away"),
    ],
)
def test_a_moment_comes_back_as_the_same_instant_in_utc(tx: Connection, moment: datetime) -> None:
    found = tx.execute(select(literal(moment, UtcDateTime))).scalar_one()

    assert found == moment
    assert found.tzinfo is UTC


def test_no_moment_stays_none(tx: Connection) -> None:
    assert tx.execute(select(literal(None, UtcDateTime))).scalar_one() is None


def test_a_naive_moment_is_refused(tx: Connection) -> None:
    naive = NINE.replace(tzinfo=None)

    with pytest.raises(StatementError, match="has no time zone"):
        tx.execute(select(literal(naive, UtcDateTime)))


def test_moments_of_different_zones_are_compared_as_instants(tx: Connection) -> None:
    earlier = literal(datetime(2026, 11, 30, 14, tzinfo=INDIA), UtcDateTime)

    assert tx.execute(select(earlier < literal(NINE, UtcDateTime))).scalar_one()
