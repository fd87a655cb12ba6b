"""When a classroom asks: the only room that knows local time. Everything it hands out is aware UTC."""

import functools
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from dateutil import rrule

from bot.core.days import LONGEST_SHOWN, Frequency, Rule, in_words, read_days, read_rule
from bot.core.errors import BadInput
from bot.core.posting import LONGEST_OPEN

HORIZON = timedelta(days=400)
"""How far ahead a date is looked for when nobody says how far."""
DAY = timedelta(days=1)
CALENDAR_CYCLE = timedelta(days=146_097)
"""400 years, after which the calendar repeats, days of the week included."""
_BLOCK = 64
"""Days whose dates are found at once and kept: classrooms share few rules."""
FREQUENCIES: Mapping[Frequency, Literal[1, 2, 3]] = {
    Frequency.DAILY: rrule.DAILY,
    Frequency.WEEKLY: rrule.WEEKLY,
    Frequency.MONTHLY: rrule.MONTHLY,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One opening: the local date that it belongs to, and its instant in aware UTC."""

    day: date
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OffDays:
    """Local dates without a question, both included."""

    id: int
    first: date
    last: date

    def covers(self, day: date) -> bool:
        """Whether that local date is off."""
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """Opening time in an IANA zone, the normalised rule of days counted from `starts_on`, and what stands out."""

    at: time
    zone: str
    days: str
    starts_on: date
    close: time | None = None
    off: tuple[OffDays, ...] = ()


def parse_time(word: str) -> time:
    """The time of day that a word like “9:00”, “21.30”, “9pm” or “noon” means; BadInput for what is not one time."""
    text = "12:00" if word.strip().lower() == "noon" else word.strip().lower()
    if found := re.fullmatch(r"(0?[1-9]|1[0-2])(?:[:.]([0-5]\d))?\s*([ap])\.?m\.?", text, re.ASCII):
        hour, minute, half = found.groups()
        return time(int(hour) % 12 + (12 if half == "p" else 0), int(minute or 0))
    if found := re.fullmatch(r"([01]?\d|2[0-3])(?:[:.]?([0-5]\d))?", text, re.ASCII):
        hour, minute = found.groups()
        return time(int(hour), int(minute or 0))
    raise BadInput(word[:LONGEST_SHOWN], "is not a time of day", example="09:00")


def parse_days(words: str, *, starts_on: date) -> str:
    """The normalised rule for “weekdays”, “mon,wed,fri”, “every 2 days” … or for a limited RRULE; else BadInput.

    It says all: a weekly rule without a day, or a monthly one without a date, gets that of `starts_on`.
    """
    rule = read_days(words).filled(starts_on)
    found = _found(rule, rule.period(starts_on, starts_on), starts_on + HORIZON)
    if not any(day >= starts_on for day in found):
        problem = f"gives no date in the {HORIZON.days} days from {starts_on}"
        raise BadInput(words[:LONGEST_SHOWN], problem, example="weekdays")
    return str(rule)


def describe_days(rule: str) -> str:
    """A normalised rule in words that can be typed again, like “Monday to Friday”; an unusual rule as it is."""
    return in_words(read_rule(rule))


def instant(day: date, at: time, zone: str) -> datetime:
    """The instant (UTC) of a local time: the first one of two, or the first that exists after a jump over it."""
    return _instant(datetime.combine(day, at.replace(tzinfo=None, fold=0)), zone)


@functools.lru_cache(maxsize=4096)
def _instant(wanted: datetime, zone: str) -> datetime:
    clock = _zone(zone)
    moment = wanted.replace(tzinfo=clock).astimezone(UTC)
    if local(moment, zone).replace(tzinfo=None) == wanted:
        return moment
    # Inside a jump, fold=1 reads the clock as after it and so gives an instant before it; fold=0 gives one after it.
    before = wanted.replace(tzinfo=clock, fold=1).astimezone(UTC)
    seconds = range(int(before.timestamp()), int(moment.timestamp()) + 1)
    jump = bisect_left(seconds, True, key=lambda now: datetime.fromtimestamp(now, clock).replace(tzinfo=None) > wanted)
    return datetime.fromtimestamp(seconds[jump], UTC)


def local(moment: datetime, zone: str) -> datetime:
    """The moment on the zone's clock; ValueError for a naive one."""
    if moment.tzinfo is None:
        raise ValueError("a moment needs its time zone")
    return moment.astimezone(_zone(zone))


def slot_on(timetable: Timetable, day: date) -> datetime:
    """The instant (UTC) of the opening time on a local date, whether or not that date has a slot."""
    return instant(day, timetable.at, timetable.zone)


def slots(
    timetable: Timetable, *, after: datetime, until: datetime | None = None, past: date | None = None
) -> Iterator[Slot]:
    """The openings in order, as they are asked for.

    Args:
        timetable: whose openings.
        after: aware; slots come strictly after it.
        until: aware; the last moment for a slot. If None, 400 days after `after` or the timetable's start.
        past: only local dates later than this one.
    """
    zone, starts_on = timetable.zone, timetable.starts_on
    begin = max(local(after, "UTC"), instant(starts_on, time.min, zone) - timedelta.resolution)
    end = begin + HORIZON if until is None else until
    # A jump over midnight can move a date's slot into the next date.
    first, last = local(begin, zone).date() - DAY, local(end, zone).date()
    if past is not None and past >= first:
        first = past + DAY
    return (
        Slot(day=day, at=at)
        for day in _dates(_rule(timetable.days, starts_on), starts_on, first=first, last=last)
        if begin < (at := slot_on(timetable, day)) <= end
        if not any(off.covers(day) for off in timetable.off) and _exists(day, zone)
    )


def next_slot(timetable: Timetable, *, after: datetime, past: date | None = None) -> Slot | None:
    """The first of `slots`; None when the next 400 days have none."""
    return _next_slot(timetable, after, past)


@functools.lru_cache(maxsize=4096)
def _next_slot(timetable: Timetable, after: datetime, past: date | None) -> Slot | None:
    """Kept, for at nine many classrooms have the same timetable and the same slot behind them."""
    return next(slots(timetable, after=after, past=past), None)


def closing_time(timetable: Timetable, slot: Slot, *, following: Slot | None = None) -> datetime:
    """When the slot's posting closes: at the closing time, at the next slot or after three days, whichever is first.

    `following` spares looking for the next slot where it is known.
    """
    longest = slot.at + LONGEST_OPEN
    following = following or next(slots(timetable, after=slot.at, until=longest, past=slot.day), None)
    latest = min(following.at, longest) if following else longest
    if timetable.close is None:
        return latest
    opened_on = local(slot.at, timetable.zone).date()
    days = [opened_on + DAY * ahead for ahead in range(LONGEST_OPEN.days + 1)]
    closings = [instant(day, timetable.close, timetable.zone) for day in days if _exists(day, timetable.zone)]
    return min(latest, *(closing for closing in closings if closing > slot.at))


def clock_note(day: date, at: time, zone: str, *, since: date | None = None) -> str:
    """What is odd about a local time on a date because clocks change, then or since that date; empty if nothing is."""
    moment = local(instant(day, at, zone), zone)
    if not _exists(day, zone):
        return f"{day} does not exist in {zone}, the clocks jump over it"
    if moment.replace(tzinfo=None) != datetime.combine(day, at):
        later = "" if moment.date() == day else " the next day"
        return f"{at:%H:%M} does not exist that day, the clocks jump: opens at {moment:%H:%M}{later}"
    if moment.utcoffset() != moment.replace(fold=1).utcoffset():
        return f"{at:%H:%M} happens twice that day: the first one"
    before = local(instant(since or day - DAY, at, zone), zone)
    if before.utcoffset() != moment.utcoffset():
        return f"clocks change: {_offset(before)} -> {_offset(moment)}"
    return ""


def _dates(rule: Rule, starts_on: date, *, first: date, last: date) -> Iterator[date]:
    """The rule's dates from `first` to `last`, both included."""
    first = max(first, starts_on)
    for number in range(first.toordinal() // _BLOCK, last.toordinal() // _BLOCK + 1):
        begin = date.fromordinal(max(number * _BLOCK, 1))
        days = _block(rule, rule.period(starts_on, begin), number)
        yield from (day for day in days[bisect_left(days, first) :] if day <= last)


@functools.lru_cache(maxsize=1024)
def _block(rule: Rule, start: date, number: int) -> tuple[date, ...]:
    """The rule's dates in a block of days, counted from the first day of one of its periods."""
    last = date.fromordinal(min((number + 1) * _BLOCK - 1, date.max.toordinal()))
    return tuple(day for day in _found(rule, start, last) if day.toordinal() >= number * _BLOCK)


def _found(rule: Rule, start: date, last: date) -> Iterator[date]:
    """The rule's dates up to `last`, counted from the first day of one of its periods.

    rrule compares with its `until` only when it has found a date, so it would look for the dates of an empty rule up to
    the year 9999. We count in the calendar's last repetition, where that is never far.
    """
    shift = CALENDAR_CYCLE * ((date.max - last) // CALENDAR_CYCLE)
    found = rrule.rrule(
        FREQUENCIES[rule.frequency],
        dtstart=datetime.combine(start + shift, time.min),
        until=datetime.combine(last + shift, time.min),
        interval=rule.interval,
        wkst=rrule.MO,
        byweekday=[rrule.weekday(day, place or None) for place, day in rule.weekdays] or None,
        bymonthday=rule.monthdays or None,
        bysetpos=rule.positions or None,
    )
    return (moment.date() - shift for moment in found)


@functools.lru_cache(maxsize=1024)
def _rule(days: str, starts_on: date) -> Rule:
    return read_rule(days).filled(starts_on)


@functools.cache
def _zone(key: str) -> ZoneInfo:
    """The zone, kept for good: zoneinfo itself keeps eight."""
    return ZoneInfo(key)


@functools.lru_cache(maxsize=4096)
def _exists(day: date, zone: str) -> bool:
    """Whether the zone had or has that date at all: Apia had no 30 December 2011."""
    return local(instant(day, time.min, zone), zone).date() == day


def _offset(moment: datetime) -> str:
    offset = moment.utcoffset() or timedelta()
    sign = "-" if offset < timedelta() else "+"
    return f"UTC{sign}{abs(offset)}".removesuffix(":00").removesuffix(":00")
