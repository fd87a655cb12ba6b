"""Who may run on a SQLite file: one bot at a time, by a lock that ends with its process."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from bot.store.database import Database
from bot.store.trouble import DatabaseTrouble, place_of

_PATIENCE = 2.0
"""Seconds to wait for the lock: a process that was killed a moment ago may still be on its way out."""


def is_tenanted(database: Database) -> bool:
    """Whether a bot runs on a SQLite file now; nobody is kept from it by asking.

    Raises:
        DatabaseTrouble: its lock is not ours.
    """
    if database.file is None or not (own := _lock_of(place_of(database))).exists():
        return False
    lock = FileLock(own)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    except OSError as error:
        raise _not_locked(database, own, error) from error
    lock.release()
    return False


@contextmanager
def sole_tenant(database: Database) -> Iterator[None]:
    """Be the only bot on a SQLite file; a server takes many, and commands beside a bot need no lock.

    Raises:
        DatabaseTrouble: another bot runs on it or may do so by another name, or its folder takes no lock.
    """
    file = _to_lock(database)
    if file is None:
        yield
        return
    if has_other_names(file):
        raise DatabaseTrouble(
            f"{database.shown} has several names (hard links). SQLite keeps a journal by each name, so that changes "
            "by two of them damage the file: keep one. find -samefile tells them all."
        )
    lock = FileLock(own := _lock_of(file), timeout=_PATIENCE)
    try:
        lock.acquire()
    except Timeout as error:
        raise DatabaseTrouble(
            f"Another Trapwise is running on {database.shown}: a SQLite file takes one at a time. "
            "Stop it, or name another database; on PostgreSQL many may run."
        ) from error
    except OSError as error:
        raise _not_locked(database, own, error) from error
    try:
        yield
    finally:
        lock.release()


def has_other_names(file: Path) -> bool:
    """Whether there are hard links to it: a lock by one of them is none by the others."""
    return file.exists() and file.stat().st_nlink > 1


def _to_lock(database: Database) -> Path | None:
    """The file, None where there is none to lock: whoever opens that will say so."""
    if database.file is None:
        return None
    place = place_of(database)
    try:
        return None if place.is_dir() or not place.parent.is_dir() else place
    except OSError as error:
        raise DatabaseTrouble(f"{database.shown} cannot be read ({error.strerror}).") from error


def _lock_of(place: Path) -> Path:
    return place.with_name(f"{place.name}-lock")


def _not_locked(database: Database, own: Path, error: OSError) -> DatabaseTrouble:
    return DatabaseTrouble(f"{database.shown} cannot be locked: {own} is not ours ({error.strerror}).")
