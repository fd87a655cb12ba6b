"""The points at which a process may be killed: wherever the database or the chat notices a change."""

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from sqlite3 import OperationalError
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.pool import ConnectionPoolEntry

_CHANGED = "changed since the last commit"


def die() -> None:
    """The process is killed."""
    os.kill(os.getpid(), signal.SIGKILL)


def fail() -> None:
    """The database fails, once.

    Raises:
        OperationalError: always.
    """
    raise OperationalError("disk I/O error")


class Points:
    """Names them as they are passed; at the fatal one, by its name or its number, something strikes."""

    def __init__(self, fatal: str | int | None, strike: Callable[[], None]) -> None:
        self.passed: list[str] = []
        self._times: Counter[str] = Counter()
        self._fatal = fatal
        self._strike = strike

    def reach(self, what: str) -> None:
        """The process is there; a second time at the same is a point of its own."""
        self._times[what] += 1
        times = self._times[what]
        self.passed.append(what if times == 1 else f"{what}, time {times}")
        if self._fatal in {self.passed[-1], len(self.passed)}:
            self._strike()

    @contextmanager
    def watching(self, engine: Engine) -> Iterator[None]:
        """After every statement that changes something, and on both sides of its COMMIT, there is a point."""
        seen: dict[str, Callable[..., None]] = {
            "after_cursor_execute": self._executed,
            "commit": self._committing,
            "checkin": self._committed,
        }
        for name, listener in seen.items():
            event.listen(engine, name, listener)
        yield
        for name, listener in seen.items():
            event.remove(engine, name, listener)

    def _executed(
        self, tx: Connection, cursor: DBAPICursor, _sql: str, _values: Any, context: Any, _many: bool
    ) -> None:
        statement: Any = getattr(context.compiled, "statement", None)
        if not getattr(statement, "is_dml", False) or (not statement.is_insert and cursor.rowcount == 0):
            return
        tx.info[_CHANGED] = True
        self.reach(f"after {statement.__visit_name__} {statement.table.name}")

    def _committing(self, tx: Connection) -> None:
        if tx.info.get(_CHANGED):
            self.reach("before commit")

    def _committed(self, _raw: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        if entry.info.pop(_CHANGED, False):
            self.reach("after commit")
