"""Telling: lines that the bot owes whoever last changed a classroom."""

from datetime import datetime

from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.store import owing


def tell(tx: Connection, classroom: Classroom, text: str, *, key: str, now: datetime) -> None:
    """Owe the line once for each key; if it reaches nobody it stands on top of the next /classroom answer."""
    owing.owe_note(tx, classroom.id, key=key, person=classroom.changed_by, text=text, due_at=now)
