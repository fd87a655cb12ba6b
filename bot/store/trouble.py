"""What is wrong with a database, in a line for whoever runs the server."""

import shutil
import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from bot.core.errors import TutorError
from bot.store.database import Database
from bot.store.transaction import may_come_back

FULL = 2**20
"""Bytes of free disk below which SQLite cannot do its work, whatever it calls that."""
_WITHOUT_ROOM = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_PRIMARY = 0xFF
"""The part of SQLite's codes that tells the kind of error."""


class DatabaseTrouble(TutorError):
    """The database cannot be used; the message says what to do."""


class DatabaseAway(DatabaseTrouble):
    """It cannot be used now and may be later: mostly its server is not there, or not yet."""


def trouble(database: Database, what: str, error: DBAPIError) -> DatabaseTrouble:
    """What is wrong with a database of which something cannot be done."""
    told = f"{database.shown} cannot be {what} ({reason(error)})."
    if lacks_room(database, error):
        told = f"{database.shown} cannot be {what}: {full(room_beside(place_of(database)))}."
    return DatabaseAway(told) if may_come_back(error) else DatabaseTrouble(told)


def reason(error: DBAPIError) -> str:
    """What the database says, on one line, without the piece of our statement that a server shows beside it."""
    told = getattr(getattr(error.orig, "diag", None), "message_primary", None)
    return " ".join((told or str(error.orig)).split())


def full(room: int) -> str:
    """How a full disk is told of."""
    return f"the disk is full ({room // 2**20} MB left)"


def lacks_room(database: Database, error: DBAPIError) -> bool:
    """Whether the disk under a file is what is wrong; SQLite speaks of that in several ways."""
    return _sqlite_code(error) in _WITHOUT_ROOM and room_beside(place_of(database)) < FULL


def is_damage(error: DBAPIError) -> bool:
    """Whether the file is not, or no more, what SQLite has written."""
    return _sqlite_code(error) in _DAMAGED


def place_of(database: Database) -> Path:
    """Where the file is, or would be, behind all links.

    Raises:
        DatabaseTrouble: its links lead in a circle, or may not be followed.
    """
    assert database.file is not None  # noqa: S101 - whoever asks has a file
    circle = DatabaseTrouble(f"{database.shown} is a link that leads in a circle. Name the file itself.")
    try:
        place = database.file.resolve()
        if place.is_symlink():
            raise circle
    except RuntimeError as error:  # what Python says of a circle before 3.13
        raise circle from error
    except OSError as error:
        raise DatabaseTrouble(f"{database.shown} cannot be read ({error.strerror}).") from error
    return place


def room_beside(place: Path) -> int:
    """The free bytes of the disk that a file is on, or would be; as good as endless where there is no folder for it."""
    try:
        return shutil.disk_usage(place.parent).free
    except OSError:
        return 2**63


def _sqlite_code(error: DBAPIError) -> int | None:
    code = getattr(error.orig, "sqlite_errorcode", None)
    return None if code is None else code & _PRIMARY
