"""Bringing a database to the tables of this version, with Alembic, one process at a time."""

from enum import StrEnum
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from bot.core.errors import TutorError
from bot.store.database import Database
from bot.store.transaction import may_come_back

_LOCK = 7_402_119_301
"""Any number of ours: PostgreSQL's advisory lock that lets one process migrate at a time."""


class DatabaseTrouble(TutorError):
    """The database cannot be used; the message says what to do."""


class DatabaseAway(DatabaseTrouble):
    """It cannot be used now and may be later: mostly its server is not there, or not yet."""


class State(StrEnum):
    """How far a database is on the way to the tables of this version."""

    EMPTY = "empty"
    BEHIND = "behind"
    CURRENT = "current"
    NEWER = "newer"

    @property
    def suffices(self) -> bool:
        """Whether all tables that this version needs are there: a newer one's suit it too."""
        return self in {State.CURRENT, State.NEWER}


def open_database(named: str) -> Database:
    """The database at that address; a bare name is a file of SQLite's. Nothing is connected yet.

    Raises:
        DatabaseTrouble: it is no address, or one of a kind that Trapwise does not speak.
    """
    url, example = named if "://" in named else f"sqlite:///{named}", "sqlite:///trapwise.db"
    try:
        address = make_url(url)
        kind, file = address.drivername, address.database
    except (ArgumentError, ValueError) as error:
        raise DatabaseTrouble("The database's address cannot be read.", example=example) from error
    if kind == "postgres":
        raise DatabaseTrouble("The address of a PostgreSQL begins with postgresql://, not postgres://.")
    if kind not in {"sqlite", "postgresql", "postgresql+psycopg"}:
        raise DatabaseTrouble(f"Trapwise speaks SQLite and PostgreSQL, not {kind}.", example=example)
    if kind == "sqlite" and (not file or file == ":memory:" or address.query):
        raise DatabaseTrouble("A SQLite address names a file and nothing else.", example=example)
    try:
        return Database(url)
    except ImportError as error:
        raise DatabaseTrouble(f"The driver for {kind} is not installed ({error}).", example=example) from error


def upgrade(database: Database) -> None:
    """Bring the database to the newest revision; harmless when it is there, safe when two processes try.

    Raises:
        DatabaseAway: its server is not there now.
        DatabaseTrouble: it cannot be opened, is something else, or belongs to a newer version.
    """
    try:
        with database.writer.begin() as tx:
            if tx.dialect.name == "postgresql":
                tx.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            match state_in(tx):
                case State.NEWER:
                    raise newer(database)
                case State.EMPTY | State.BEHIND:
                    command.upgrade(_config(tx), "head")
    except DBAPIError as error:
        raise _trouble(error, f"{database.shown} cannot be used as Trapwise's database ({error.orig}).") from error


def require_tables(database: Database) -> None:
    """Make sure that all tables which this version needs are there, and change nothing.

    Raises:
        DatabaseAway: its server is not there now.
        DatabaseTrouble: they are not, or it cannot be opened.
    """
    if not state_of(database).suffices:
        raise behind(database)


def state_of(database: Database) -> State:
    """How far it is; a file that is not there is not made.

    Raises:
        DatabaseAway: its server is not there now.
        DatabaseTrouble: it cannot be opened.
    """
    try:
        if database.file is not None and not database.file.exists():
            return State.EMPTY
        with database.reader.begin() as tx:
            return state_in(tx)
    except OSError as error:
        raise DatabaseTrouble(f"{database.shown} cannot be read ({error.strerror}).") from error
    except DBAPIError as error:
        raise _trouble(error, f"{database.shown} cannot be read ({error.orig}).") from error


def state_in(tx: Connection) -> State:
    """The same, seen from within a transaction."""
    if not inspect(tx).has_table("alembic_version"):
        return State.EMPTY
    revision = tx.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    if revision is None:
        return State.EMPTY
    if revision == head():
        return State.CURRENT
    return State.BEHIND if revision in _earlier() else State.NEWER


def newer(database: Database) -> DatabaseTrouble:
    """What is wrong with one that a newer version has changed."""
    return DatabaseTrouble(f"{database.shown} belongs to a newer version of Trapwise: update the program.")


def behind(database: Database, option: str = "") -> DatabaseTrouble:
    """What is wrong with one that has not all tables; the option names it on the command line."""
    return DatabaseTrouble(f"{database.shown} is not up to date.", example=f"trapwise db upgrade{option}")


def check(database: Database) -> None:
    """Raise alembic's AutogenerateDiffsDetected when the migrations do not give the tables of `bot.store.tables`."""
    with database.writer.begin() as tx:
        command.check(_config(tx))


@cache
def head() -> str:
    """The newest revision's name; its file is part of the program, so it is looked up once."""
    return str(ScriptDirectory(str(_folder())).get_current_head())


@cache
def _earlier() -> frozenset[str]:
    """Every revision but the newest; read once, for they are files."""
    steps = ScriptDirectory(str(_folder())).walk_revisions()
    return frozenset(step.revision for step in steps) - {head()}


def _trouble(error: DBAPIError, told: str) -> DatabaseTrouble:
    return DatabaseAway(told) if may_come_back(error) else DatabaseTrouble(told)


def _folder() -> Path:
    return Path(__file__).parent / "migrations"


def _config(tx: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_folder()).replace("%", "%%"))
    config.attributes["connection"] = tx
    return config
