"""The database: one address, an engine that writes and one that reads, on SQLite or PostgreSQL."""

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from operator import itemgetter
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Table,
    create_engine,
    event,
    make_url,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor, ExceptionContext, IsolationLevel
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

Insert = sqlite.Insert | postgresql.Insert
_PATIENCE = 10
"""Seconds that a SQLite connection waits for the others, and that a server may take to let us in."""
_READ_ONLY = "25006"
"""PostgreSQL's code for a write where nothing may be written."""
_PRAGMAS = ("synchronous=FULL", f"busy_timeout={_PATIENCE * 1000}", "foreign_keys=ON")


class Database:
    """Two engines over one address: on SQLite writers take the write lock at BEGIN, readers never do.

    A reader sees one moment throughout its transaction; a writer on PostgreSQL sees what others commit meanwhile.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.writer = _engine(url, writes=True)
        self.reader = _engine(url, writes=False)

    @property
    def file(self) -> Path | None:
        """The database's file; None on a server."""
        address = make_url(self.url)
        is_file = address.get_backend_name() == "sqlite" and address.database
        return Path(address.database) if is_file and address.database else None

    @property
    def shown(self) -> str:
        """The address for people to read, without its password and its options, of which one may be the password."""
        address = make_url(self.url).set(query={})
        return address.database or "" if address.get_backend_name() == "sqlite" else address.render_as_string()

    def close(self) -> None:
        """Give all connections back."""
        self.writer.dispose()
        self.reader.dispose()


def _engine(url: str, *, writes: bool) -> Engine:
    # An error that shows its parameters would put what people wrote, and tokens, into the log.
    if make_url(url).get_backend_name() != "sqlite":
        return _server_engine(url, "READ COMMITTED" if writes else "REPEATABLE READ")
    engine = create_engine(url, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _prepare(raw: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # The driver would open transactions of its own, late and without savepoints: ours are explicit.
        raw.isolation_level = None
        cursor = raw.cursor()
        _use_wal(cursor)
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    # As a listener for "begin" it would have every statement look for listeners too.
    engine.dialect.do_begin = _begin_immediate if writes else _begin  # type: ignore[assignment, method-assign]
    return engine


def _begin(pooled: PoolProxiedConnection) -> None:
    pooled.cursor().execute("BEGIN")


def _begin_immediate(pooled: PoolProxiedConnection) -> None:
    pooled.cursor().execute("BEGIN IMMEDIATE")


def _server_engine(url: str, level: IsolationLevel) -> Engine:
    patience = {"connect_timeout": _PATIENCE} if "connect_timeout" not in make_url(url).query else {}
    engine = create_engine(url, pool_pre_ping=True, isolation_level=level, hide_parameters=True, connect_args=patience)

    @event.listens_for(engine, "connect")
    def _prepare(raw: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        # Moments come in the session's zone, which is the server's or the machine's: the last ones of the calendar
        # have no date there, and Python could not hold them.
        cursor = raw.cursor()
        cursor.execute("SET TIME ZONE 'UTC'")
        cursor.close()
        raw.commit()

    @event.listens_for(engine, "handle_error")
    def _part(context: ExceptionContext) -> None:
        # A server that gives way to another, or may only be read for a while, is away for us; a session that was
        # begun there stays so for good, and those beside it will be no better.
        if getattr(context.original_exception, "sqlstate", None) == _READ_ONLY:
            context.is_disconnect = True

    return engine


def _use_wal(cursor: DBAPICursor) -> None:
    """Turn the write-ahead log on; where others do so or write at that moment, SQLite refuses at once, so we wait."""
    end = monotonic() + _PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > end:
                raise
            sleep(0.01)
        else:
            return


def insert(tx: Connection, table: Table) -> Insert:
    """An INSERT that knows ON CONFLICT, in the dialect of the transaction."""
    return insert_in(tx.dialect.name, table)


def server_time(tx: Connection) -> datetime | None:
    """What time the server has at this moment; None where there is no server."""
    if tx.dialect.name == "sqlite":
        return None
    now: datetime = tx.execute(text("SELECT clock_timestamp()")).scalar_one()
    return now.astimezone(UTC)


def upserting(tx: Connection, table: Table, names: Iterable[str], *, key: Iterable[str] = ()) -> Insert:
    """An INSERT of these columns whose values win over a row of the same key, the primary one unless named."""
    return _upserting(tx.dialect.name, table, tuple(names), tuple(key or table.primary_key.columns.keys()))


def upsert(tx: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Write rows by primary key, the newest values winning; sorted by key, so that two writers cannot deadlock."""
    if rows:
        key = itemgetter(*table.primary_key.columns.keys())
        tx.execute(upserting(tx, table, rows[0]), sorted(rows, key=key))


def insert_in(dialect: str, table: Table) -> Insert:
    """The same in a dialect by its name, for statements that are made once."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


@cache
def _upserting(dialect: str, table: Table, names: tuple[str, ...], key: tuple[str, ...]) -> Insert:
    """Made once, for `excluded` is a copy of the table: making it costs more than writing a group."""
    statement = insert_in(dialect, table)
    changed = {name: statement.excluded[name] for name in names if name not in key}
    if changed:
        return statement.on_conflict_do_update(index_elements=key, set_=changed)
    return statement.on_conflict_do_nothing()
