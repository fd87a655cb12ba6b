from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Connection, String, cast, literal, select
from sqlalchemy.exc import StatementError

from bot.store.columns import UtcDateTime, Words
from bot.store.database import Database
from tests.builders import NINE
from tests.databases import on_postgresql, on_sqlite

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


@on_postgresql
def test_the_last_moment_comes_back_whatever_zone_the_server_is_in(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGTZ", "Pacific/Chatham")
    last = datetime(9999, 12, 31, 23, 59, tzinfo=UTC)
    opened = Database(database_url)

    with opened.reader.begin() as tx:
        found = tx.execute(select(literal(last, UtcDateTime))).scalar_one()

    opened.close()
    assert found == last


@on_sqlite
def test_sqlite_keeps_a_text_that_sorts_as_the_instants_do(tx: Connection) -> None:
    on_a_whole_second = literal(datetime(2026, 11, 30, 14, 30, tzinfo=INDIA), UtcDateTime)

    assert tx.execute(select(cast(on_a_whole_second, String))).scalar_one() == "2026-11-30 09:00:00.000000"


def test_no_moment_stays_none(tx: Connection) -> None:
    assert tx.execute(select(literal(None, UtcDateTime))).scalar_one() is None


def test_a_naive_moment_is_refused(tx: Connection) -> None:
    naive = NINE.replace(tzinfo=None)

    with pytest.raises(StatementError, match="has no time zone"):
        tx.execute(select(literal(naive, UtcDateTime)))


def test_moments_of_different_zones_are_compared_as_instants(tx: Connection) -> None:
    earlier = literal(datetime(2026, 11, 30, 14, tzinfo=INDIA), UtcDateTime)

    assert tx.execute(select(earlier < literal(NINE, UtcDateTime))).scalar_one()


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("Chloé 🚀", "Chloé 🚀"),
        ("two\nlines", "two\nlines"),
        ("a\0b\ud800c", "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c"),
        ("x" * 200, "x" * 128),
    ],
    ids=["as it is", "lines", "what cannot be stored", "too long"],
)
def test_a_name_is_stored_whatever_is_in_it(tx: Connection, told: str, kept: str) -> None:
    assert tx.execute(select(literal(told, Words(128)))).scalar_one() == kept
