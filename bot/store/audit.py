"""Who changed what in a classroom."""

from datetime import datetime

from sqlalchemy import Connection

from bot.core.posting import ClassroomId
from bot.store.database import insert
from bot.store.tables import audit


def note_change(tx: Connection, which: ClassroomId, *, actor: str, action: str, at: datetime) -> None:
    """Keep the command that changed a classroom."""
    tx.execute(insert(tx, audit).values(classroom_id=which, actor=actor, action=action, at=at))
