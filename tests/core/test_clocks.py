"""Local clocks: times that are skipped or come twice, and what is told of them."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest

from bot.core.timetable import Slot, clock_note, closing_time, instant, local, next_slot, slots
from tests.core.timetables import a_timetable, utc


@pytest.mark.parametrize(
    ("zone", "day", "at", "expected"),
    [
        ("Europe/Berlin", date(2026, 3, 2), time(9), "2026-03-02 08:00"),
        ("Europe/Berlin", date(2026, 3, 29), time(2, 30), "2026-03-29 01:00"),
        ("Europe/Berlin", date(2026, 3, 29), time(2), "2026-03-29 01:00"),
        ("Europe/Berlin", date(2026, 3, 29), time(3), "2026-03-29 01:00"),
        ("Europe/Berlin", date(2026, 10, 25), time(2, 30), "2026-10-25 00:30"),
        ("America/New_York", date(2026, 11, 1), time(1, 30), "2026-11-01 05:30"),
        ("Africa/Cairo", date(2026, 4, 24), time(0), "2026-04-23 22:00"),
        ("Asia/Beirut", date(2026, 3, 29), time(0), "2026-03-28 22:00"),
        ("America/Havana", date(2026, 3, 8), time(0), "2026-03-08 05:00"),
        ("America/Havana", date(2026, 11, 1), time(0, 30), "2026-11-01 04:30"),
        ("America/Santiago", date(2026, 9, 6), time(0), "2026-09-06 04:00"),
        ("America/Asuncion", date(2023, 10, 1), time(0), "2023-10-01 04:00"),
        ("America/Sao_Paulo", date(2018, 11, 4), time(0, 15), "2018-11-04 03:00"),
        ("America/Nuuk", date(2025, 3, 29), time(23, 30), "2025-03-30 01:00"),
        ("Australia/Lord_Howe", date(2026, 10, 4), time(2, 15), "2026-10-03 15:30"),
        ("Australia/Lord_Howe", date(2026, 4, 5), time(1, 45), "2026-04-04 14:45"),
        ("Pacific/Apia", date(2011, 12, 30), time(9), "2011-12-30 10:00"),
        ("Asia/Kathmandu", date(2026, 3, 2), time(9), "2026-03-02 03:15"),
    ],
)
def test_a_skipped_time_moves_forward_and_a_double_one_is_the_first(
    zone: str, day: date, at: time, expected: str
) -> None:
    assert instant(day, at, zone) == utc(expected)
    assert instant(day, at, zone).tzinfo is UTC


@pytest.mark.parametrize(
    ("zone", "day", "at", "note"),
    [
        ("Europe/Berlin", date(2026, 3, 2), time(9), ""),
        (
            "Europe/Berlin",
            date(2026, 3, 29),
            time(2, 30),
            "02:30 does not exist that day, the clocks jump: opens at 03:00",
        ),
        (
            "America/Nuuk",
            date(2025, 3, 29),
            time(23, 30),
            "23:30 does not exist that day, the clocks jump: opens at 00:00 the next day",
        ),
        ("Europe/Berlin", date(2026, 3, 29), time(9), "clocks change: UTC+1 -> UTC+2"),
        ("Europe/Berlin", date(2026, 3, 29), time(1), ""),
        ("Europe/Berlin", date(2026, 3, 30), time(1), "clocks change: UTC+1 -> UTC+2"),
        ("Europe/London", date(2026, 10, 25), time(1, 30), "01:30 happens twice that day: the first one"),
        ("Europe/London", date(2026, 10, 25), time(9), "clocks change: UTC+1 -> UTC+0"),
        ("America/St_Johns", date(2026, 3, 8), time(9), "clocks change: UTC-3:30 -> UTC-2:30"),
        ("Australia/Lord_Howe", date(2026, 10, 4), time(9), "clocks change: UTC+10:30 -> UTC+11"),
        (
            "Pacific/Apia",
            date(2011, 12, 30),
            time(9),
            "2011-12-30 does not exist in Pacific/Apia, the clocks jump over it",
        ),
    ],
)
def test_odd_clocks_are_explained(zone: str, day: date, at: time, note: str) -> None:
    assert clock_note(day, at, zone) == note


@pytest.mark.parametrize(
    ("since", "note"),
    [(date(2027, 3, 22), "clocks change: UTC+1 -> UTC+2"), (date(2027, 3, 28), ""), (None, "")],
    ids=["a week before", "after the change", "nothing before"],
)
def test_a_clock_that_changed_since_the_opening_before_is_told(since: date | None, note: str) -> None:
    assert clock_note(date(2027, 3, 29), time(9), "Europe/Berlin", since=since) == note


NAIVE = datetime(2026, 3, 2, 9)  # noqa: DTZ001


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda: slots(a_timetable(), after=NAIVE), id="slots after"),
        pytest.param(lambda: slots(a_timetable(), after=utc("2026-03-02"), until=NAIVE), id="slots until"),
        pytest.param(lambda: next_slot(a_timetable(), after=NAIVE), id="next slot"),
        pytest.param(lambda: local(NAIVE, "UTC"), id="local"),
        pytest.param(lambda: closing_time(a_timetable(), Slot(day=date(2026, 3, 6), at=NAIVE)), id="closing time"),
    ],
)
def test_naive_moments_are_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="a moment needs its time zone"):
        ask()


def test_a_moment_of_any_zone_is_read_rightly() -> None:
    after = datetime(2026, 3, 2, 13, 30, tzinfo=timezone(timedelta(hours=5, minutes=30)))

    slot = next_slot(a_timetable(), after=after)

    assert slot == Slot(day=date(2026, 3, 3), at=utc("2026-03-03 08:00"))
