"""On which days a classroom asks, in words: friendly spellings and the small part of RRULE (RFC 5545) that we take."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from bot.core.errors import BadInput

WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
LONGEST_TEXT = 200
LONGEST_SHOWN = 40
"""How much of somebody's text an error repeats."""
GOOD_WORDS = "mon,wed,fri"
GOOD_RULE = "FREQ=WEEKLY;BYDAY=MO,WE,FR"
WEEKDAYS, WEEKEND = range(5), range(5, 7)


class Frequency(StrEnum):
    """The periods that a rule counts in."""

    DAILY = "DAILY"
    WEEKLY = "WEEKLY"
    MONTHLY = "MONTHLY"

    @property
    def longest(self) -> int:
        """The largest interval, which is a year."""
        return {Frequency.DAILY: 366, Frequency.WEEKLY: 52, Frequency.MONTHLY: 12}[self]

    @property
    def unit(self) -> str:
        """The period's name in a sentence."""
        return {Frequency.DAILY: "day", Frequency.WEEKLY: "week", Frequency.MONTHLY: "month"}[self]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule taken apart; `weekdays` are (which one of the month or 0 for all, 0 for Monday … 6 for Sunday)."""

    frequency: Frequency
    interval: int = 1
    weekdays: tuple[tuple[int, int], ...] = ()
    monthdays: tuple[int, ...] = ()
    positions: tuple[int, ...] = ()

    def __str__(self) -> str:
        parts = {
            "FREQ": self.frequency,
            "INTERVAL": str(self.interval) if self.interval > 1 else "",
            "BYDAY": ",".join(f"{place or ''}{CODES[day]}" for place, day in self.weekdays),
            "BYMONTHDAY": ",".join(map(str, self.monthdays)),
            "BYSETPOS": ",".join(map(str, self.positions)),
        }
        return ";".join(f"{name}={value}" for name, value in parts.items() if value)

    def filled(self, starts_on: date) -> "Rule":
        """The rule with the day that it left unsaid, which is the day it starts on."""
        if self.weekdays or self.monthdays:
            return self
        if self.frequency is Frequency.WEEKLY:
            return replace(self, weekdays=((0, starts_on.weekday()),))
        if self.frequency is Frequency.MONTHLY:
            return replace(self, monthdays=(starts_on.day,))
        return self

    def period(self, starts_on: date, near: date) -> date:
        """The first day of the last of its periods to begin by `near`, counted from the start's day, week or month."""
        if self.frequency is Frequency.MONTHLY:
            months = (near.year - starts_on.year) * 12 + near.month - starts_on.month
            year, month = divmod(near.year * 12 + near.month - 1 - months % self.interval, 12)
            return date(year, month + 1, 1)
        weekly = self.frequency is Frequency.WEEKLY
        start = starts_on - timedelta(days=starts_on.weekday()) if weekly else starts_on
        return near - (near - start) % timedelta(days=self.interval * (7 if weekly else 1))


def read_days(words: str) -> Rule:
    """The rule that the words or the rule's own text mean; BadInput names what cannot be understood."""
    text = " ".join(words.split())
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"{text[:LONGEST_SHOWN]}…", f"is longer than {LONGEST_TEXT} characters", example=GOOD_WORDS)
    return read_rule(text) if "=" in text else _read_words(text.lower())


def read_rule(text: str) -> Rule:
    """The rule that an RRULE value says, with or without its prefix; BadInput names the part that is not taken."""
    parts = _parts(text)
    if parts.get("FREQ") not in set(Frequency):
        raise _refused(f"FREQ={parts.get('FREQ', '')}", "is not taken: FREQ is DAILY, WEEKLY or MONTHLY")
    frequency = Frequency(parts["FREQ"])
    if "BYMONTHDAY" in parts and frequency is Frequency.WEEKLY:
        raise _refused(f"BYMONTHDAY={parts['BYMONTHDAY']}", "does not go with FREQ=WEEKLY")
    if "BYSETPOS" in parts and frequency is Frequency.DAILY:
        raise _refused(f"BYSETPOS={parts['BYSETPOS']}", "does not go with FREQ=DAILY, which has one date at a time")
    if "BYSETPOS" in parts and not parts.keys() & {"BYDAY", "BYMONTHDAY"}:
        raise _refused(f"BYSETPOS={parts['BYSETPOS']}", "needs a BYDAY or BYMONTHDAY to choose from")
    return Rule(
        frequency=frequency,
        interval=_interval(parts.get("INTERVAL", "1"), frequency, f"INTERVAL={parts.get('INTERVAL')}"),
        weekdays=_weekdays(parts["BYDAY"], frequency) if "BYDAY" in parts else (),
        monthdays=_numbers(parts["BYMONTHDAY"], shown="BYMONTHDAY=") if "BYMONTHDAY" in parts else (),
        positions=_numbers(parts["BYSETPOS"], shown="BYSETPOS=") if "BYSETPOS" in parts else (),
    )


def in_words(rule: Rule) -> str:
    """The rule in words that can be typed again; an unusual one as an RRULE value."""
    every = f"every {rule.interval} {rule.frequency.unit}s" if rule.interval > 1 else ""
    match rule:
        case Rule(frequency=Frequency.DAILY, weekdays=(), monthdays=()):
            return every or "every day"
        case Rule(frequency=Frequency.WEEKLY, positions=()):
            days = [day for _, day in rule.weekdays]
            return f"{every} on {_list(days)}" if every else _name(days)
        case Rule(frequency=Frequency.MONTHLY, weekdays=(), positions=()) if min(rule.monthdays, default=0) > 0:
            return f"{every or 'monthly'} on {', '.join(map(str, rule.monthdays))}"
        case _:
            return str(rule)


def _parts(text: str) -> dict[str, str]:
    parts: dict[str, str] = {}
    for part in text.upper().removeprefix("RRULE:").strip("; ").split(";"):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name not in {"FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYSETPOS"}:
            raise _refused(part, "is not taken: FREQ, INTERVAL, BYDAY, BYMONTHDAY and BYSETPOS are")
        if name in parts:
            raise _refused(part, f"comes after another {name}")
        parts[name] = value
    return parts


def _read_words(text: str) -> Rule:
    pattern = r"(?:(daily|weekly|monthly)|every ?(?:(other|\d+) )?(day|week|month)s?)(?: on (?:the )?(.+))?"
    found = re.fullmatch(pattern, text, re.ASCII)
    if not found:
        days = _week(re.sub(r"^(every|on) ", "", text))
        return Rule(frequency=Frequency.WEEKLY, weekdays=days)
    adverb, count, unit, which = found.groups()
    frequency = Frequency(adverb.upper()) if adverb else next(each for each in Frequency if each.unit == unit)
    rule = Rule(frequency=frequency, interval=_interval("2" if count == "other" else count or "1", frequency, text))
    if not which:
        return rule
    if frequency is Frequency.WEEKLY:
        return replace(rule, weekdays=_week(which))
    if frequency is Frequency.MONTHLY:
        dates = re.sub(r"(?<=\d)(st|nd|rd|th)\b", "", which)
        return replace(rule, monthdays=_numbers(re.sub(r",? (and|&) (the )?", ",", dates), example="monthly on 1,15"))
    raise BadInput(which[:LONGEST_SHOWN], "does not go with a count of days", example="every 2 days")


def _week(text: str) -> tuple[tuple[int, int], ...]:
    joined = re.sub(r"\s*(?:[-–]|\b(?:to|through|till)\b)\s*", "-", text)
    days: set[int] = set()
    for word in re.split(r"\band\b|[\s,&+]", joined):
        days.update(_days(word) if word else ())
    if not days:
        raise BadInput(text[:LONGEST_SHOWN], "names no day", example=GOOD_WORDS)
    return tuple((0, day) for day in sorted(days))


def _days(word: str) -> Iterable[int]:
    if word in {"weekday", "weekdays"}:
        return WEEKDAYS
    if word in {"weekend", "weekends"}:
        return WEEKEND
    first, dash, last = word.partition("-")
    start = _day(first, word)
    return [(start + step) % 7 for step in range((_day(last, word) - start) % 7 + 1)] if dash else [start]


def _day(name: str, word: str) -> int:
    if re.search(r"[\d*]", word):
        problem = "is a number, and crontabs disagree on which day a number means: write names"
        raise BadInput(word[:LONGEST_SHOWN], problem, example="mon-fri")
    start = name.removesuffix("s")
    for place, day in enumerate(WEEK):
        if len(start) > 1 and day.lower().startswith(start):
            return place
    raise BadInput(name[:LONGEST_SHOWN] or word[:LONGEST_SHOWN], "is not a day of the week", example=GOOD_WORDS)


def _weekdays(value: str, frequency: Frequency) -> tuple[tuple[int, int], ...]:
    days: set[tuple[int, int]] = set()
    for item in value.split(","):
        found = re.fullmatch(r"(?:([+-]?)([1-5]))?(MO|TU|WE|TH|FR|SA|SU)", item.strip(), re.ASCII)
        if not found:
            raise _refused(f"BYDAY={item}", "is not a day: MO, TU, WE, TH, FR, SA, SU, or 1MO … -1SU")
        sign, place, code = found.groups(default="")
        if place and frequency is not Frequency.MONTHLY:
            raise _refused(f"BYDAY={item}", "counts within a month, so it needs FREQ=MONTHLY")
        days.add((int(f"{sign}{place or 0}"), CODES.index(code)))
    # dateutil takes the days that are both; RFC 5545 means those that are either.
    if len({place == 0 for place, _ in days}) > 1:
        raise _refused(f"BYDAY={value}", "mixes days that are counted, like 1MO, with days that are not")
    return tuple(sorted(days))


def _numbers(value: str, *, shown: str = "", example: str = GOOD_RULE) -> tuple[int, ...]:
    numbers: set[int] = set()
    for item in value.split(","):
        if not re.fullmatch(r" ?[+-]?0?([1-9]|[12]\d|3[01]) ?", item, re.ASCII):
            problem = "is not 1 to 31, or -1 to -31 from the end"
            raise BadInput(f"{shown}{item.strip()}"[:LONGEST_SHOWN], problem, example=example)
        numbers.add(int(item))
    return tuple(sorted(numbers))


def _interval(count: str, frequency: Frequency, shown: str) -> int:
    if not re.fullmatch(r"\d{1,3}", count, re.ASCII) or not 1 <= int(count) <= frequency.longest:
        problem = f"is out of range: every 1 to {frequency.longest} {frequency.unit}s is possible"
        raise BadInput(shown[:LONGEST_SHOWN], problem, example="every 2 days")
    return int(count)


def _refused(part: str, problem: str) -> BadInput:
    return BadInput(part.strip()[:LONGEST_SHOWN], problem, example=GOOD_RULE)


def _name(days: Sequence[int]) -> str:
    starts = [day for day in days if (day - 1) % 7 not in days]
    match days:
        case [day]:
            return f"every {WEEK[day]}"
        case [day, other]:
            return f"{WEEK[day]} and {WEEK[other]}"
        case _ if not starts:
            return "every day"
        case _ if len(starts) == 1:
            return f"{WEEK[starts[0]]} to {WEEK[(starts[0] + len(days) - 1) % 7]}"
        case _:
            return _list(days)


def _list(days: Sequence[int]) -> str:
    return ", ".join(WEEK[day][:3] for day in days)
