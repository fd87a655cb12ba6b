"""A transaction that is made anew when the database took it back, and settled when its COMMIT got no answer."""

from collections.abc import Callable
from typing import TypeVar

import structlog
from sqlalchemy import Connection, text
from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError

from bot.store.database import Database

log = structlog.get_logger(__name__)

T = TypeVar("T")
Pause = Callable[[float], bool]
"""Waits so many seconds; False when there is no time for that."""

WAITS_FOR_OTHERS = (0.01, 0.03, 0.1, 0.2, 0.5, 1.0)
WAITS_FOR_SERVER = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 5.0, 10.0, 10.0, 10.0, 10.0, 10.0)
"""About a minute in all: a server that is started anew is waited for."""
_GAVE_WAY = {"40001", "40P01"}
"""PostgreSQL's codes for a transaction that had to give way to another: serialisation, deadlock."""
_AWAY = {None, "53300", "57P01", "57P02", "57P03"}
"""Its codes when it has no room, stops or starts; None where nothing came from it."""
_NEVER = (
    "authentication failed",
    "certificate verify failed",
    "does not exist",
    "does not support SSL",
    "invalid port number",
    "no password supplied",
    "no pg_hba.conf entry",
    "not permitted to log in",
)
"""What it says to who will never get in; the driver tells no code of that, and only English is known here."""
_REFUSED = {"25006", "42501", "42P01"}
"""Its codes when it takes no writes at all, not ours, or has not our tables."""
_IN_TROUBLE = {"53", "57", "58"}
"""The classes of its codes for what it has not (disk, memory), for who stops it, and for its machine."""


class CommitInDoubt(Exception):
    """COMMIT got no answer, and the server cannot tell any more whether it was done."""


class TransactionLost(Exception):
    """The transaction is gone; nothing of it was stored."""


def gave_way(error: BaseException) -> bool:
    """Whether the transaction was taken back for the good of another, and can be made anew at once."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in _GAVE_WAY


def lost_server(error: BaseException) -> bool:
    """Whether the connection is gone, or none can be had."""
    if not isinstance(error, DBAPIError):
        return False
    said_by_server = isinstance(error, OperationalError) and hasattr(error.orig, "sqlstate")
    return error.connection_invalidated or (said_by_server and getattr(error.orig, "sqlstate", "") in _AWAY)


def may_come_back(error: BaseException) -> bool:
    """Whether it is worth trying again in a while: not at an address by which nobody will ever get in."""
    told = str(error.orig) if isinstance(error, DBAPIError) else ""
    return gave_way(error) or (lost_server(error) and not any(words in told for words in _NEVER))


def refused(error: BaseException | None) -> bool:
    """Whether the database stores nothing as it stands, which is not the mistake of the one flow that was told so."""
    if not isinstance(error, DBAPIError):
        return isinstance(error, TransactionLost | CommitInDoubt)
    code = getattr(error.orig, "sqlstate", None) or ""
    damaged = type(error) is DatabaseError  # SQLite has no narrower word for it
    return isinstance(error, OperationalError) or damaged or code in _REFUSED or code[:2] in _IN_TROUBLE


def undone(error: BaseException) -> bool:
    """Whether all of the transaction is undone through no fault of what it did."""
    return gave_way(error) or lost_server(error)


def read(database: Database, work: Callable[[Connection], T], pause: Pause) -> T:
    """Run work that only reads; it runs again when the server is lost."""

    def once() -> T:
        with database.reader.begin() as tx:
            return work(tx)

    return _persistently(once, pause)


def write(database: Database, work: Callable[[Connection], T], pause: Pause) -> tuple[T, bool]:
    """Run work in one transaction, committed when this returns; it may run several times and is stored once.

    Returns what came of it, and whether there was anything to store.

    Where the answer to COMMIT is lost, the server is asked what became of the transaction: nothing is done twice.

    Raises:
        CommitInDoubt: the server does not know it any more.
    """

    def once() -> tuple[bool, tuple[T, bool]]:
        number = None
        try:
            with database.writer.begin() as tx:
                before = _changes(tx)
                result = work(tx)
                number, changed = _number(tx), _changes(tx) > before
        except DBAPIError as error:
            if number is None or not lost_server(error):
                raise
            return _was_committed(database, number, pause), (result, True)
        return True, (result, changed or number is not None)

    while True:
        stored, result = _persistently(once, pause)
        if stored:
            return result


def _persistently(once: Callable[[], T], pause: Pause) -> T:
    """Do something until the database neither takes it back nor is away, or patience ends."""
    for_others, for_server = iter(WAITS_FOR_OTHERS), iter(WAITS_FOR_SERVER)
    while True:
        try:
            return once()
        except DBAPIError as error:
            waits = for_others if gave_way(error) else for_server if lost_server(error) else iter(())
            wait = next(waits, None)
            if wait is None:
                raise
            log.warning("transaction_undone", reason=type(error.orig).__name__, again_in=wait)
            if not pause(wait):
                raise


def _number(tx: Connection) -> str | None:
    """The transaction's number in the server's books; None if it changed nothing, or on SQLite."""
    if tx.dialect.name != "postgresql":
        return None
    number: str | None = tx.execute(text("SELECT CAST(pg_current_xact_id_if_assigned() AS text)")).scalar_one()
    return number


def _changes(tx: Connection) -> int:
    """How many rows were changed on the connection so far, on SQLite."""
    return getattr(tx.connection.driver_connection, "total_changes", 0)


def _was_committed(database: Database, number: str, pause: Pause) -> bool:
    """What the server's books say; a transaction that still runs there is waited for."""
    books = text("SELECT pg_xact_status(CAST(:number AS xid8))")
    doubt = CommitInDoubt(f"transaction {number} got no answer to its COMMIT")
    for wait in (*WAITS_FOR_SERVER, 0.0):
        try:
            status = read(database, lambda tx: tx.execute(books, {"number": number}).scalar_one(), pause)
        except DBAPIError as error:
            raise doubt from error
        if status in {"committed", "aborted"}:
            return bool(status == "committed")
        if status is None or not pause(wait):
            break
    raise doubt
