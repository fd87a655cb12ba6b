"""Bringing a database to the tables of this version, with Alembic, one process at a time."""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError

from bot.store.database import Database
from bot.store.trouble import DatabaseTrouble, trouble

_OURS = re.compile(r"\d{4}", re.ASCII)
"""How our revisions are named, one after the other."""
_LOCK = 7_402_119_301
"""Any number of ours: PostgreSQL's advisory lock that lets one process migrate at a time."""
_EXAMPLE = "sqlite:///trapwise.db"
_LIKE_AN_ADDRESS = re.compile(r"(?i)[\s'\"]*(?:[a-z][\w+-]+:|(?:postgres|sqlite)[\w+]*//)|[^./].*:.*@")
"""No name of a file: a piece is missing in it, and another may be a password."""


class State(StrEnum):
    """How far a database is on the way to the tables of this version; a foreign one is on none of ours."""

    EMPTY = "empty"
    BEHIND = "behind"
    CURRENT = "current"
    NEWER = "newer"
    FOREIGN = "foreign"

    @property
    def suffices(self) -> bool:
        """Whether all tables that this version needs are there: a newer one's suit it too."""
        return self in {State.CURRENT, State.NEWER}


def open_database(named: str) -> Database:
    """The database at that address; a bare name is a file of SQLite's. Nothing is connected yet.

    Raises:
        DatabaseTrouble: it is no address, or one of a kind that Trapwise does not speak.
    """
    url = named if "://" in named else f"sqlite:///{named}"
    if url != named and any(sign in named for sign in "@="):  # rather an address than a file, and with a password
        raise DatabaseTrouble("The database's address cannot be read.", example=_EXAMPLE)
    address = _read(url)
    kind, file = address.drivername, address.database
    if kind == "postgres":
        raise DatabaseTrouble("The address of a PostgreSQL begins with postgresql://, not postgres://.")
    if kind not in {"sqlite", "postgresql", "postgresql+psycopg"}:
        raise DatabaseTrouble(f"Trapwise speaks SQLite and PostgreSQL, not {kind}.", example=_EXAMPLE)
    if kind == "sqlite" and (not file or file == ":memory:" or address.query):
        raise DatabaseTrouble("A SQLite address names a file and nothing else.", example=_EXAMPLE)
    try:
        return Database(url)
    except ImportError as error:
        told = "The driver for PostgreSQL is not installed: pip install -e '.[postgres]' brings it."
        raise DatabaseTrouble(told) from error


def _read(url: str) -> URL:
    """The parts of an address; nothing of one that is mistyped is repeated, for it may be of the password."""
    unreadable = DatabaseTrouble("The database's address cannot be read.", example=_EXAMPLE)
    unescaped = DatabaseTrouble(
        "The database's address has an @ too many: write @ as %40 in user and password, : as %3A, / as %2F."
    )
    try:
        address = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise (unescaped if url.count("@") > 1 else unreadable) from error
    if address.drivername == "sqlite" and _LIKE_AN_ADDRESS.match(address.database or ""):
        raise unreadable
    if address.drivername != "sqlite" and "@" in f"{address.host}{address.database}":
        raise unescaped
    return address


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
                    raise DatabaseTrouble(
                        f"{database.shown} belongs to a newer version of Trapwise: update the program."
                    )
                case State.FOREIGN:
                    raise foreign(database)
                case State.EMPTY | State.BEHIND:
                    command.upgrade(_config(tx), "head")
    except DBAPIError as error:
        raise trouble(database, "used as Trapwise's database", error) from error


def require_tables(database: Database, option: str = "") -> None:
    """Make sure that all tables which this version needs are there, and change nothing.

    The option names the database on the command line.

    Raises:
        DatabaseAway: its server is not there now.
        DatabaseTrouble: they are not, or it cannot be opened.
    """
    state = state_of(database)
    if state is State.FOREIGN:
        raise foreign(database)
    if not state.suffices:
        raise behind(database, option)


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
        raise trouble(database, "read", error) from error


def state_in(tx: Connection) -> State:
    """The same, seen from within a transaction."""
    if not inspect(tx).has_table("alembic_version"):
        return State.EMPTY
    revisions = tx.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    match revisions:
        case []:
            return State.EMPTY
        case [revision] if revision == head():
            return State.CURRENT
        case [revision] if revision in _earlier():
            return State.BEHIND
        case [revision] if _OURS.fullmatch(revision) and revision > head():
            return State.NEWER
    return State.FOREIGN


def foreign(database: Database) -> DatabaseTrouble:
    """What is wrong with one that another program made, or somebody's hand changed."""
    told = "alembic_version names no one version of Trapwise. Name another, or bring back a backup"
    return DatabaseTrouble(f"{database.shown} is none of ours: {told}.")


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


def _folder() -> Path:
    return Path(__file__).parent / "migrations"


def _config(tx: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_folder()).replace("%", "%%"))
    config.attributes["connection"] = tx
    return config
