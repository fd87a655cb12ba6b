"""Timetables and moments, one by one and by the hundred."""

from datetime import UTC, date, datetime, time
from zoneinfo import available_timezones

from hypothesis import strategies as st

from bot.core.timetable import OffDays, Timetable

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
