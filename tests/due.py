"""What a tick does with what has come due, over one open transaction."""

from datetime import datetime

from sqlalchemy import Connection

from bot.tutor import closing, opening


def take_due(tx: Connection, now: datetime) -> None:
    """Close, then open, what has come due."""
    closing.close_due(tx, now)
    opening.claim_due(tx, now)
