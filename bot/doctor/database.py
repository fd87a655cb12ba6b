"""The database: is it there, is it whole, is it this version's, and who is at work on it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryFile
from typing import assert_never

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.core.errors import TutorError
from bot.doctor.clocks import compared
from bot.doctor.finding import Finding, fault, ok, warning
from bot.store.database import Database, server_time
from bot.store.schema import State, foreign, state_of
from bot.store.tenancy import has_other_names, is_tenanted
from bot.store.trial import try_making_tables, try_writing
from bot.store.trouble import FULL, full, is_damage, lacks_room, place_of, room_beside, trouble

_ABOUT = "database"
_UPGRADE = "trapwise run brings it there at its start; trapwise db upgrade does it now."
_MAKE_ROOM = "Make room: a full disk stores no answer."
_LITTLE = 200 * 2**20
"""Bytes of free disk below which it is time to do something."""


def is_usable(database: Database) -> bool:
    """Whether there is something to look into."""
    try:
        return state_of(database).suffices
    except TutorError:
        return False


def database_findings(database: Database) -> Iterator[Finding]:
    """What can be seen of it; one that is not there is not made."""
    file = database.file
    try:
        if file is not None:
            yield from _room(database)
        if file is not None and not file.exists():
            yield _not_there(database)
            return
        yield from _server_clock(database) if file is None else _file(database, file)
        state = state_of(database)
        yield _tables(database, state)
        if state is not State.FOREIGN:
            yield _writing(database, state)
    except DBAPIError as error:
        yield fault(_ABOUT, trouble(database, "used", error).message, _remedy(database, error))
    except TutorError as error:
        told_by = error.__cause__
        remedy = _remedy(database, told_by) if isinstance(told_by, DBAPIError | OSError) else ""
        yield fault(_ABOUT, error.message, remedy)
    except OSError as error:
        yield fault(_ABOUT, f"{database.shown} cannot be used ({error.strerror}).", _remedy(database, error))


def _remedy(database: Database, error: BaseException | None) -> str:
    if database.file is None:
        return "See that it runs and lets us in."
    if isinstance(error, DBAPIError) and is_damage(error):
        return "Stop the bot and bring back a backup, or name another file."
    if isinstance(error, DBAPIError) and lacks_room(database, error):
        return _MAKE_ROOM
    return "See that the program's user may read and write it."


def _room(database: Database) -> Iterator[Finding]:
    """Before anything else, for on a full disk much looks broken."""
    free = room_beside(place_of(database))
    if free < FULL:
        yield fault(_ABOUT, f"{full(free)}.", _MAKE_ROOM)
    elif free < _LITTLE:
        yield warning(_ABOUT, f"its disk has {free // 2**20} MB left.", _MAKE_ROOM)


def _not_there(database: Database) -> Finding:
    place = place_of(database)
    folder = place.parent
    if not folder.is_dir():
        return fault(_ABOUT, f"there is no folder for {database.shown}.", "Make it, or name another file.")
    if room_beside(place) < FULL:
        return fault(_ABOUT, f"there is no {database.shown} yet, and none can be made: the disk is full.")
    try:
        TemporaryFile(dir=folder).close()
    except OSError as error:
        told = f"there is no {database.shown} yet, and none can be made ({error.strerror})."
        return fault(_ABOUT, told, "See that the program's user may write in its folder.")
    return warning(_ABOUT, f"there is no {database.shown} yet.", "trapwise run makes it.")


def _tables(database: Database, state: State) -> Finding:
    match state:
        case State.EMPTY | State.BEHIND:
            return warning(_ABOUT, f"{database.shown} has not the tables of this version.", _UPGRADE)
        case State.NEWER:
            told = f"{database.shown} belongs to a newer version of Trapwise, which suits this one."
            return warning(_ABOUT, told, "Update the program; until then start it with --no-migrate.")
        case State.FOREIGN:
            return fault(_ABOUT, foreign(database).message)
        case State.CURRENT:
            return ok(_ABOUT, f"{database.shown} has the tables of this version")
        case _:
            assert_never(state)


def _writing(database: Database, state: State) -> Finding:
    attempt, what = (try_writing, "written to") if state.suffices else (try_making_tables, "given tables")
    try:
        attempt(database)
    except DBAPIError as error:
        remedy = _MAKE_ROOM if lacks_room(database, error) else "See what keeps the program's user from that."
        return fault(_ABOUT, trouble(database, what, error).message, remedy)
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


def _server_clock(database: Database) -> Iterator[Finding]:
    with database.reader.begin() as tx:
        asked_at = datetime.now(UTC)
        theirs, told_at = server_time(tx), datetime.now(UTC)
    if theirs is not None:
        yield compared(_ABOUT, theirs, asked_at, told_at, rounded=timedelta())
