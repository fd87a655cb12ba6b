import time as stopwatch
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone
from itertools import islice
from zoneinfo import available_timezones

import pytest
from dateutil import rrule
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.errors import BadInput
from bot.core.timetable import (
    OffDays,
    Slot,
    Timetable,
    clock_note,
    closing_time,
    instant,
    local,
    next_slot,
    parse_days,
    parse_time,
    parse_zone,
    slot_on,
    slots,
)

WEEKDAYS = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"
ZONES = st.sampled_from(sorted(available_timezones())) | st.sampled_from(
    ["Africa/Cairo", "America/Havana", "America/Nuuk", "America/Santiago", "Asia/Beirut", "Australia/Lord_Howe"]
)
TIMES = st.times().map(lambda at: at.replace(second=0, microsecond=0)) | st.sampled_from(
    [time(0), time(0, 30), time(1, 30), time(2), time(2, 30), time(23, 30)]
)
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2029, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


def a_timetable(
    *,
    at: time = time(9),
    zone: str = "Europe/Berlin",
    days: str = "FREQ=DAILY",
    starts_on: date = date(2011, 1, 1),
    close: time | None = None,
    off: tuple[OffDays, ...] = (),
) -> Timetable:
    return Timetable(at=at, zone=zone, days=days, starts_on=starts_on, close=close, off=off)


def off_days(first: date, last: date) -> OffDays:
    return OffDays(id=1, first=first, last=last)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def the_slot(timetable: Timetable, day: date) -> Slot:
    return Slot(day=day, at=slot_on(timetable, day))


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


@settings(derandomize=True, deadline=None, max_examples=60)
@given(zone=ZONES, at=TIMES, close=st.none() | TIMES, after=MOMENTS)
def test_a_posting_closes_after_it_opens_and_by_the_next_slot(
    zone: str, at: time, close: time | None, after: datetime
) -> None:
    timetable = a_timetable(zone=zone, at=at, close=close, days=WEEKDAYS)
    first, second = islice(slots(timetable, after=after), 2)

    closes_at = closing_time(timetable, first)

    assert first.at < closes_at <= min(second.at, first.at + timedelta(days=3))


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
    ("word", "expected"),
    [
        ("09:00", time(9)),
        ("9:00", time(9)),
        ("9", time(9)),
        ("0", time(0)),
        ("23:59", time(23, 59)),
        ("21.30", time(21, 30)),
        ("2130", time(21, 30)),
        (" 9am ", time(9)),
        ("9:30 pm", time(21, 30)),
        ("9 P.M.", time(21)),
        ("12am", time(0)),
        ("12:15am", time(0, 15)),
        ("12pm", time(12)),
        ("Noon", time(12)),
    ],
)
def test_a_time_is_read(word: str, expected: time) -> None:
    assert parse_time(word) == expected


@pytest.mark.parametrize(
    "word",
    [
        "",
        "24:00",
        "9:60",
        "25",
        "13pm",
        "0am",
        "9:5",
        "9:",
        "-9",
        "9:00:00",
        "nine",
        "midnight",
        "٩",
        "9am-5pm",
        "9,30",
    ],
)
def test_what_is_not_one_time_is_refused_by_name(word: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_time(word)

    assert refused.value.message == f"“{word}” is not a time of day"
    assert refused.value.example == "09:00"


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("EUROPE/LONDON", "Europe/London"),
        ("London", "Europe/London"),
        ("new york", "America/New_York"),
        (" America/New  York ", "America/New_York"),
        ("port-au-prince", "America/Port-au-Prince"),
        ("utc", "UTC"),
        ("Etc/GMT+5", "Etc/GMT+5"),
        ("Japan", "Japan"),
    ],
)
def test_a_zone_is_read(word: str, key: str) -> None:
    assert parse_zone(word) == key


def test_every_zone_of_a_place_can_be_typed() -> None:
    keys = [key for key in available_timezones() if "/" in key]

    assert [parse_zone(key.lower()) for key in keys] == keys


@pytest.mark.parametrize(
    "word", ["EST", "est", "IST", "CST", "BST", "CET", "CEST", "GMT", "MST", "Z", "UTC+1", "gmt-5", "+02:00"]
)
def test_abbreviations_and_offsets_are_never_guessed(word: str) -> None:
    with pytest.raises(BadInput, match="is not one time zone: abbreviations mean several") as refused:
        parse_zone(word)

    assert refused.value.word == word
    assert refused.value.example == "America/New_York"


@pytest.mark.parametrize(
    ("word", "message", "example"),
    [
        ("Europe/Berln", "“Europe/Berln” is not a time zone; did you mean Europe/Berlin", "Europe/Berlin"),
        ("new yorc", "“new yorc” is not a time zone; did you mean America/New_York", "America/New_York"),
        ("Istanbul", "“Istanbul” is the name of several time zones: Asia/Istanbul, Europe/Istanbul", "Asia/Istanbul"),
        ("../../etc/passwd", "“../../etc/passwd” is not a time zone", "Europe/Berlin"),
        ("/usr/share/zoneinfo/UTC", "“/usr/share/zoneinfo/UTC” is not a time zone", "Europe/Berlin"),
        ("posix/UTC\x00", "“posix/UTC” is not a time zone", ""),
        ("localtime", "“localtime” is not a time zone", ""),
        ("Factory", "“Factory” is not a time zone", ""),
        ("North", "“North” is not a time zone", ""),
        ("x" * 10_000, f"“{'x' * 40}” is not a time zone", "Europe/Berlin"),
    ],
)
def test_what_is_no_zone_is_refused_with_close_ones(word: str, message: str, example: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_zone(word)

    assert refused.value.message.startswith(message)
    assert refused.value.example.startswith(example)
    assert refused.value.example in available_timezones()


NAIVE = datetime(2026, 3, 2, 9)  # noqa: DTZ001


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda: slots(a_timetable(), after=NAIVE), id="slots after"),
        pytest.param(lambda: slots(a_timetable(), after=utc("2026-03-02"), until=NAIVE), id="slots until"),
        pytest.param(lambda: next_slot(a_timetable(), after=NAIVE), id="next slot"),
        pytest.param(lambda: local(NAIVE, "UTC"), id="local"),
        pytest.param(lambda: closing_time(a_timetable(), Slot(day=FRIDAY, at=NAIVE)), id="closing time"),
    ],
)
def test_naive_moments_are_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match="a moment needs its time zone"):
        ask()


def test_a_moment_of_any_zone_is_read_rightly() -> None:
    after = datetime(2026, 3, 2, 13, 30, tzinfo=timezone(timedelta(hours=5, minutes=30)))

    slot = next_slot(a_timetable(), after=after)

    assert slot == Slot(day=date(2026, 3, 3), at=utc("2026-03-03 08:00"))
