"""Every classroom: when it asks next, how long its questions last, and what could not be sent."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice

from sqlalchemy import Connection

from bot.core.classroom import Classroom, ClassroomState
from bot.core.delivery import DeliveryState
from bot.core.forecast import openings, upcoming
from bot.doctor.finding import Finding, fault, ok, warning
from bot.store import deliveries, postings
from bot.tutor.classroom import the_pack

_SOON = 14
"""Posts that the questions should last for."""
_SLOW = timedelta(minutes=5)
_SHOWN = 2


def named(classroom: Classroom) -> str:
    """What the doctor calls it."""
    there = classroom.address.workspace
    return f"classroom {classroom.id} ({there.platform}:{there.external_id}:{classroom.address.channel})"


def classroom_findings(tx: Connection, classroom: Classroom, now: datetime) -> Iterator[Finding]:
    """What can be seen of one."""
    yield _posts(classroom, now)
    yield _pool(tx, classroom, now)
    for key, state, reason in deliveries.troubles_of(tx, classroom.id):
        if state is DeliveryState.FAILED:
            remedy = "Put that right, then /classroom resume sends it."
            yield fault(named(classroom), f"{key} was not sent: {reason}", remedy)
        else:
            yield warning(named(classroom), f"{key} is tried again: {reason}")


def _posts(classroom: Classroom, now: datetime) -> Finding:
    if classroom.state is ClassroomState.PAUSED:
        return warning(named(classroom), "it is paused and asks nothing.", "/classroom resume goes on.")
    planned = classroom.next_slot
    if planned is None:
        return warning(named(classroom), "no post is planned.", "/classroom setup gives it days.")
    if planned.at < now - _SLOW:
        told = f"its post of {planned.at:%Y-%m-%d %H:%M} UTC has not come."
        return warning(named(classroom), told, "See that a bot is running.")
    coming = (f"{each.local:%a %Y-%m-%d %H:%M} {each.zone}" for each in upcoming(classroom, now, most=_SHOWN))
    return ok(named(classroom), f"next posts {', '.join(coming)}")


def _pool(tx: Connection, classroom: Classroom, now: datetime) -> Finding:
    pack = the_pack(tx, classroom)
    asked = {each.question for each in postings.history_of(tx, classroom.id)}
    left = sum(question.id not in asked for question in pack.questions)
    if not left:
        return warning(named(classroom), f"all {len(asked)} questions were asked: they come again.", "Add some.")
    slots = list(islice(openings(classroom, now), left))
    told = f"{left} of {len(pack.questions)} questions were not asked yet"
    told += f"; they last until {slots[-1].day}" if len(slots) == left else ""
    return ok(named(classroom), told) if left >= _SOON else warning(named(classroom), f"{told}.", "Add some.")
