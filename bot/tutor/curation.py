"""Curation: the packs of the content folder brought into the database."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection

from bot.core.question import Pack
from bot.store import packs


def take_in(tx: Connection, loaded: Sequence[Pack], now: datetime) -> None:
    """Bring every pack to what its files say; a changed question gets a new revision, a missing one retires."""
    for pack in loaded:
        packs.save_pack(tx, pack, now=now)
