"""Troubles: what went wrong in a classroom of late or still waits, for its staff to read."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.core.classroom import Classroom, ClassroomState
from bot.store import deliveries, postings

_SKIPS_SHOWN = timedelta(days=30)
_OVERDUE = timedelta(minutes=1)
"""What waits longer than this waits because the database or the bot is not well: nothing else would tell of it."""


def troubles_of(tx: Connection, classroom: Classroom, now: datetime) -> list[str]:
    """A line for each, the oldest of a kind first."""
    late = now - _OVERDUE
    slot, active = classroom.next_slot, classroom.state is ClassroomState.ACTIVE
    live = reversed(postings.open_postings(tx, classroom.id))
    return [
        *(f"{day} was skipped: {note}" for day, note in postings.skipped_since(tx, classroom.id, now - _SKIPS_SHOWN)),
        *(f"{key} is {state}: {error}" for key, state, error in deliveries.troubles_of(tx, classroom.id)),
        *(f"{key} is overdue since {_time(at)}" for key, at in deliveries.overdue_of(tx, classroom.id, late)),
        *(f"Closing #{each.number} is overdue since {_time(each.closes_at)}" for each in live if each.closes_at < late),
        *([f"The next question is overdue since {_time(slot.at)}"] if active and slot and slot.at < late else []),
    ]


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"
