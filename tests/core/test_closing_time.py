"""When a posting closes."""

from datetime import date, datetime, time, timedelta
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.timetable import Slot, Timetable, closing_time, slot_on, slots
from tests.core.timetables import MOMENTS, TIMES, WEEKDAYS, ZONES, a_timetable, off_days, utc


def the_slot(timetable: Timetable, day: date) -> Slot:
    return Slot(day=day, at=slot_on(timetable, day))


@settings(derandomize=True, deadline=None, max_examples=60)
@given(zone=ZONES, at=TIMES, close=st.none() | TIMES, after=MOMENTS)
def test_a_posting_closes_after_it_opens_and_by_the_next_slot(
    zone: str, at: time, close: time | None, after: datetime
) -> None:
    timetable = a_timetable(zone=zone, at=at, close=close, days=WEEKDAYS)
    first, second = islice(slots(timetable, after=after), 2)

    closes_at = closing_time(timetable, first)

    assert first.at < closes_at <= min(second.at, first.at + timedelta(days=3))


FRIDAY, SATURDAY_BEFORE_SUMMER = date(2026, 3, 6), date(2026, 3, 28)


@pytest.mark.parametrize(
    ("timetable", "day", "expected"),
    [
        pytest.param(a_timetable(), FRIDAY, "2026-03-07 08:00", id="at the next slot"),
        pytest.param(a_timetable(days=WEEKDAYS), FRIDAY, "2026-03-09 08:00", id="over the weekend"),
        pytest.param(
            a_timetable(days=WEEKDAYS, off=(off_days(date(2026, 3, 9), date(2026, 3, 9)),)),
            FRIDAY,
            "2026-03-09 08:00",
            id="after three days when Monday is off",
        ),
        pytest.param(a_timetable(days="FREQ=WEEKLY;BYDAY=FR"), FRIDAY, "2026-03-09 08:00", id="after three days"),
        pytest.param(
            a_timetable(off=(off_days(date(2026, 3, 7), date.max),)),
            FRIDAY,
            "2026-03-09 08:00",
            id="without a next slot",
        ),
        pytest.param(
            a_timetable(off=(off_days(date(2026, 3, 7), date(2026, 3, 7)),)),
            FRIDAY,
            "2026-03-08 08:00",
            id="at the next real opening",
        ),
        pytest.param(a_timetable(close=time(18)), FRIDAY, "2026-03-06 17:00", id="the same evening"),
        pytest.param(a_timetable(close=time(8)), FRIDAY, "2026-03-07 07:00", id="the next morning"),
        pytest.param(a_timetable(close=time(9)), FRIDAY, "2026-03-07 08:00", id="when the closing is the opening time"),
        pytest.param(
            a_timetable(at=time(18), close=time(8), days=WEEKDAYS),
            FRIDAY,
            "2026-03-07 07:00",
            id="the next day, though off",
        ),
        pytest.param(
            a_timetable(at=time(20), close=time(2, 30)), SATURDAY_BEFORE_SUMMER, "2026-03-29 01:00", id="after a jump"
        ),
        pytest.param(
            a_timetable(at=time(2, 15), close=time(2, 45)), date(2026, 3, 29), "2026-03-30 00:15", id="both in a jump"
        ),
        pytest.param(
            a_timetable(at=time(20), close=time(2, 30)), date(2026, 10, 24), "2026-10-25 00:30", id="the first of two"
        ),
        pytest.param(
            a_timetable(days=WEEKDAYS), date(2026, 3, 27), "2026-03-30 07:00", id="over a weekend that is an hour short"
        ),
        pytest.param(
            a_timetable(days=WEEKDAYS),
            date(2026, 10, 23),
            "2026-10-26 07:00",
            id="72 hours over one that is an hour long",
        ),
        pytest.param(
            a_timetable(zone="Pacific/Apia", at=time(19), close=time(18)),
            date(2011, 12, 29),
            "2011-12-31 04:00",
            id="on the next date that exists",
        ),
    ],
)
def test_a_posting_closes(timetable: Timetable, day: date, expected: str) -> None:
    assert closing_time(timetable, the_slot(timetable, day)) == utc(expected)
