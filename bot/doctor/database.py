"""The database: is it there, is it whole, is it this version's, and who is at work on it."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import assert_never

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.core.errors import TutorError
from bot.doctor.clocks import compared
from bot.doctor.finding import Finding, fault, ok, warning
from bot.store.database import Database, server_time
from bot.store.schema import State, state_of
from bot.store.tenancy import has_other_names, is_tenanted
from bot.store.trial import try_making_tables, try_writing

_ABOUT = "database"
_UPGRADE = "trapwise run brings it there at its start; trapwise db upgrade does it now."
_LITTLE = 200 * 2**20
"""Bytes of free disk below which it is time to do something."""


def is_usable(database: Database) -> bool:
    """Whether there is something to look into."""
    try:
        return state_of(database) is State.CURRENT
    except TutorError:
        return False


def database_findings(database: Database) -> Iterator[Finding]:
    """What can be seen of it; one that is not there is not made."""
    file = database.file
    try:
        if file is not None and not file.exists():
            yield _not_there(database, file)
            return
        yield from _server_clock(database) if file is None else _file(database, file)
        state = state_of(database)
        yield _tables(database, state)
        if state is not State.NEWER:
            yield _writing(database, state)
    except (DBAPIError, TutorError, OSError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        remedy = (
            "See that it runs and lets us in."
            if file is None
            else "See that its user may read and write it, or bring back a backup."
        )
        yield fault(_ABOUT, f"{database.shown} cannot be used ({reason}).", remedy)


def _not_there(database: Database, file: Path) -> Finding:
    if file.parent.is_dir():
        return warning(_ABOUT, f"there is no {database.shown} yet.", "trapwise run makes it.")
    return fault(_ABOUT, f"there is no folder for {database.shown}.", "Make it, or name another file.")


def _tables(database: Database, state: State) -> Finding:
    match state:
        case State.EMPTY | State.BEHIND:
            return warning(_ABOUT, f"{database.shown} has not the tables of this version.", _UPGRADE)
        case State.NEWER:
            return fault(_ABOUT, f"{database.shown} belongs to a newer version of Trapwise.", "Update the program.")
        case State.CURRENT:
            return ok(_ABOUT, f"{database.shown} has the tables of this version")
        case _:
            assert_never(state)


def _writing(database: Database, state: State) -> Finding:
    attempt, what = (try_writing, "written to") if state.suffices else (try_making_tables, "given tables")
    try:
        attempt(database)
    except DBAPIError as error:
        told = f"{database.shown} cannot be {what} ({error.orig})."
        return fault(_ABOUT, told, "See what keeps the program's user from that.")
    return ok(_ABOUT, f"{database.shown} can be {what}")


def _file(database: Database, file: Path) -> Iterator[Finding]:
    with database.reader.begin() as tx:
        said = tx.execute(text("PRAGMA quick_check(1)")).scalar_one()
    if said == "ok":
        yield ok(_ABOUT, f"{database.shown} is whole")
    else:
        yield fault(_ABOUT, f"{database.shown} is damaged ({said}).", "Stop the bot and bring back a backup.")
    if has_other_names(file):
        yield fault(_ABOUT, f"{database.shown} has several names (hard links).", "Keep one: no bot starts with it.")
    running = "a bot is running on it" if is_tenanted(database) else "no bot is running on it"
    yield ok(_ABOUT, running)
    free = shutil.disk_usage(file.resolve().parent).free
    if free < _LITTLE:
        yield warning(_ABOUT, f"its disk has {free // 2**20} MB left.", "Make room: a full disk stores no answer.")


def _server_clock(database: Database) -> Iterator[Finding]:
    with database.reader.begin() as tx:
        asked_at = datetime.now(UTC)
        theirs, told_at = server_time(tx), datetime.now(UTC)
    if theirs is not None:
        yield compared(_ABOUT, theirs, asked_at, told_at, rounded=timedelta())
