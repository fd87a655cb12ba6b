"""Which dates a timetable has, and when."""

import time as stopwatch
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice

import pytest
from dateutil import rrule
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.timetable import Slot, Timetable, local, next_slot, parse_days, slot_on, slots
from tests.core.timetables import MOMENTS, TIMES, ZONES, a_timetable, off_days, utc


def days_of(timetable: Timetable, after: str, count: int) -> list[str]:
    return [f"{slot.day:%a %d %b}" for slot in islice(slots(timetable, after=utc(after)), count)]


def clock(moment: datetime, zone: str) -> datetime:
    return local(moment, zone).replace(tzinfo=None)


def stands_right(slot: Slot, timetable: Timetable) -> bool:
    """Whether the slot shows its time, or is the first second after a jump over it, on its date or at midnight."""
    wanted, shown = datetime.combine(slot.day, timetable.at), clock(slot.at, timetable.zone)
    second_before = clock(slot.at - timedelta(seconds=1), timetable.zone)
    on_its_date = shown.date() == slot.day or shown == datetime.combine(slot.day + timedelta(days=1), time.min)
    return shown == wanted or (second_before < wanted < shown and on_its_date)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(zone=ZONES, at=TIMES, after=MOMENTS, window=st.integers(1, 400))
def test_every_local_date_has_exactly_one_slot_at_its_time(zone: str, at: time, after: datetime, window: int) -> None:
    timetable, until = a_timetable(zone=zone, at=at), after + timedelta(days=window)

    found = list(slots(timetable, after=after, until=until))

    first, last = found[0].day, found[-1].day
    assert [slot.day for slot in found] == [first + timedelta(days=step) for step in range((last - first).days + 1)]
    assert slot_on(timetable, first - timedelta(days=1)) <= after < found[0].at
    assert found[-1].at <= until < slot_on(timetable, last + timedelta(days=1))
    assert [slot.at for slot in found] == sorted({slot.at for slot in found})
    assert all(stands_right(slot, timetable) for slot in found)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(
    rule=st.sampled_from(
        [
            "FREQ=DAILY",
            "FREQ=WEEKLY;BYDAY=MO,TH,SU",
            "FREQ=MONTHLY;BYMONTHDAY=1,15,-1",
            "FREQ=MONTHLY;BYDAY=1MO,2FR,-1FR;BYSETPOS=2,-1",
        ]
    ),
    interval=st.integers(1, 12),
    starts_on=st.dates(date(2000, 1, 1), date(2029, 1, 28)),
    after=MOMENTS,
)
def test_dates_are_those_of_rrule_walked_from_the_start(
    rule: str, interval: int, starts_on: date, after: datetime
) -> None:
    days = parse_days(f"{rule};INTERVAL={interval}", starts_on=starts_on)
    timetable = a_timetable(zone="UTC", days=days, starts_on=starts_on)

    found = [slot.at.replace(tzinfo=None) for slot in slots(timetable, after=after)]

    start = datetime.combine(starts_on, time(9))
    walked = rrule.rrulestr(f"{days};WKST=MO", dtstart=start).xafter(after.replace(tzinfo=None))
    assert found == list(islice(walked, len(found)))
    assert len(found) >= 1


def test_a_date_that_the_zone_jumped_over_has_no_slot() -> None:
    timetable = a_timetable(zone="Pacific/Apia")

    assert days_of(timetable, "2011-12-28 19:00", 3) == ["Thu 29 Dec", "Sat 31 Dec", "Sun 01 Jan"]


def test_weekdays_are_monday_to_friday() -> None:
    timetable = a_timetable(days=parse_days("weekdays", starts_on=date(2026, 3, 1)))

    assert days_of(timetable, "2026-03-01 00:00", 6) == [
        "Mon 02 Mar",
        "Tue 03 Mar",
        "Wed 04 Mar",
        "Thu 05 Mar",
        "Fri 06 Mar",
        "Mon 09 Mar",
    ]


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ("mon,thu", ["Mon 02 Mar", "Thu 05 Mar", "Mon 09 Mar"]),
        ("weekends", ["Sun 01 Mar", "Sat 07 Mar", "Sun 08 Mar"]),
        ("every 2 weeks on mon,thu", ["Mon 02 Mar", "Thu 05 Mar", "Mon 16 Mar"]),
        ("monthly on 1,15", ["Sun 01 Mar", "Sun 15 Mar", "Wed 01 Apr"]),
        ("FREQ=MONTHLY;BYDAY=1MO,-1FR", ["Mon 02 Mar", "Fri 27 Mar", "Mon 06 Apr"]),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", ["Tue 31 Mar", "Thu 30 Apr", "Fri 29 May"]),
        ("FREQ=MONTHLY;BYMONTHDAY=31", ["Tue 31 Mar", "Sun 31 May", "Fri 31 Jul"]),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE;BYSETPOS=-1", ["Wed 04 Mar", "Wed 11 Mar", "Wed 18 Mar"]),
        ("FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", ["Mon 02 Mar", "Wed 04 Mar", "Fri 06 Mar", "Tue 10 Mar"]),
    ],
)
def test_slots_follow_the_rule(days: str, expected: list[str]) -> None:
    start = date(2026, 2, 16)
    timetable = a_timetable(days=parse_days(days, starts_on=start), starts_on=start)

    assert days_of(timetable, "2026-02-28 12:00", len(expected)) == expected


def test_a_week_without_a_named_day_is_counted_from_the_start_and_not_from_monday() -> None:
    timetable = a_timetable(days="FREQ=WEEKLY", starts_on=date(2026, 3, 4))

    assert days_of(timetable, "2026-03-05 00:00", 2) == ["Wed 11 Mar", "Wed 18 Mar"]


def test_every_2_days_keeps_its_phase_for_ten_years_of_which_none_is_walked() -> None:
    start = date(2016, 3, 1)
    timetable = a_timetable(days="FREQ=DAILY;INTERVAL=2", starts_on=start)
    started = stopwatch.perf_counter()

    found = [next_slot(timetable, after=utc("2026-03-01 12:00")) for _ in range(100)]

    assert stopwatch.perf_counter() - started < 1
    assert {slot.day for slot in found if slot} == {start + timedelta(days=3654)}


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ("FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR", ["Mon 02 Mar", "Fri 06 Mar", "Mon 23 Mar"]),
        ("FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=1", ["Mon 01 Jun", "Sun 01 Nov", "Thu 01 Apr"]),
    ],
)
def test_intervals_count_from_the_start_after_years(days: str, expected: list[str]) -> None:
    timetable = a_timetable(days=days, starts_on=date(2016, 1, 21))

    assert days_of(timetable, "2026-03-01 12:00", 3) == expected


def test_off_days_are_left_out_with_both_their_ends() -> None:
    holidays = off_days(date(2026, 3, 3), date(2026, 3, 5))
    timetable = a_timetable(off=(holidays, off_days(date(2026, 3, 7), date(2026, 3, 7))))

    assert days_of(timetable, "2026-03-01 12:00", 3) == ["Mon 02 Mar", "Fri 06 Mar", "Sun 08 Mar"]


def test_slots_come_strictly_after_and_up_to_the_end_itself() -> None:
    found = slots(a_timetable(), after=utc("2026-03-02 08:00"), until=utc("2026-03-04 08:00"))

    assert [slot.at for slot in found] == [utc("2026-03-03 08:00"), utc("2026-03-04 08:00")]


def test_a_date_that_was_asked_is_not_asked_again_at_a_later_time() -> None:
    moved = a_timetable(at=time(18))

    slot = next_slot(moved, after=utc("2026-03-02 10:00"), past=date(2026, 3, 2))

    assert slot == Slot(day=date(2026, 3, 3), at=utc("2026-03-03 17:00"))


def test_a_timetable_of_the_future_begins_on_its_first_date() -> None:
    timetable = a_timetable(starts_on=date(2030, 1, 1))

    slot = next_slot(timetable, after=datetime.min.replace(tzinfo=UTC))

    assert slot == Slot(day=date(2030, 1, 1), at=utc("2030-01-01 08:00"))


def test_slots_end_after_400_days_when_nobody_says_when() -> None:
    found = list(slots(a_timetable(), after=utc("2026-03-01 08:00")))

    assert (len(found), found[-1].at) == (400, utc("2027-04-05 07:00"))


def test_no_slot_is_found_when_all_days_are_off() -> None:
    timetable = a_timetable(off=(off_days(date.min, date.max),))

    assert next_slot(timetable, after=utc("2026-03-01 08:00")) is None
