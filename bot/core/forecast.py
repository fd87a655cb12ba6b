"""What a classroom will ask, and when, if nothing changes until then."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from bot.core.classroom import Classroom
from bot.core.question import Question
from bot.core.timetable import Slot, clock_note, local, slots


@dataclass(frozen=True, slots=True, kw_only=True)
class Upcoming:
    """A future opening: its local date, the instant, the classroom's own clock, and what clocks do on that day."""

    day: date
    at: datetime
    local: datetime
    zone: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastPost:
    """One future opening: its question, or None and why there is none; `repeat` if it was asked before by then."""

    upcoming: Upcoming
    question: Question | None
    trouble: str = ""
    repeat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """Openings in the order of time, and the first date within reach on which a question comes again."""

    posts: tuple[ForecastPost, ...]
    repeats_from: date | None


def openings(classroom: Classroom, now: datetime) -> Iterator[Slot]:
    """The planned opening and all that follow it, as far as the timetable looks; none while nothing is planned."""
    planned = classroom.next_slot
    if planned is not None:
        yield planned
        yield from slots(classroom.timetable, after=max(planned.at, now), past=planned.day)


def upcoming(classroom: Classroom, now: datetime, *, most: int = 3) -> tuple[Upcoming, ...]:
    """The next openings on the classroom's own clock."""
    return on_its_clock(classroom, tuple(islice(openings(classroom, now), most)))


def on_its_clock(classroom: Classroom, found: tuple[Slot, ...]) -> tuple[Upcoming, ...]:
    """Openings on the classroom's own clock, in order; a note tells when clocks changed since the one before."""
    table = classroom.timetable
    days = [None, *(slot.day for slot in found)]
    return tuple(
        Upcoming(
            day=slot.day,
            at=slot.at,
            local=local(slot.at, table.zone),
            zone=table.zone,
            note=clock_note(slot.day, table.at, table.zone, since=before),
        )
        for slot, before in zip(found, days, strict=False)
    )
