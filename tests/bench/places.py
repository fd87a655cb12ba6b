"""Durable databases for measuring, each new: a file, or a PostgreSQL server that keeps its promises."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.app.run import spare_collector
from bot.store.database import Database
from bot.store.schema import upgrade
from tests.postgres import started_in

NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


@contextmanager
def an_address(kind: str) -> Iterator[str]:
    """Where nothing is yet."""
    with TemporaryDirectory() as folder:
        if kind == "sqlite":
            yield f"sqlite:///{Path(folder) / 'bench.db'}"
            return
        server = started_in(Path(folder) / "server")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@contextmanager
def a_database(kind: str) -> Iterator[Database]:
    """One with all tables."""
    with an_address(kind) as url:
        database = Database(url)
        upgrade(database)
        yield database
        database.close()


@contextmanager
def collector_spared() -> Iterator[None]:
    """Python's search for unused objects as `trapwise run` sets it."""
    usual = gc.get_threshold()
    spare_collector()
    yield
    gc.unfreeze()
    gc.set_threshold(*usual)
