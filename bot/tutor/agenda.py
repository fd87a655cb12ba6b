"""The agenda: whether something is due now, and when the next thing is."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.store import classrooms, deliveries, postings


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Whether postings are due to open or close, and whether deliveries wait for their courier."""

    due: bool
    to_send: bool


def look(tx: Connection, now: datetime) -> Look:
    """What is to be done now."""
    coming = next_event(tx)
    return Look(due=coming is not None and coming <= now, to_send=deliveries.anything_due(tx, now))


def next_event(tx: Connection) -> datetime | None:
    """When the next posting opens or closes; None when nothing is planned."""
    moments = [moment for moment in (classrooms.next_due(tx), postings.next_close(tx)) if moment is not None]
    return min(moments, default=None)
