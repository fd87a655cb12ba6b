"""What the command line acts on: the database and the classroom that are meant, and calls by the server's admin."""

import secrets
import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from bot.commands.command import Call, Command
from bot.commands.dispatch import Resolve, resolved
from bot.core.address import Caller, ChannelAddress, PersonKey, Platform, WorkspaceKey
from bot.core.classroom import Classroom
from bot.core.errors import BadInput, NothingThere
from bot.core.posting import ClassroomId
from bot.core.timetable import HORIZON
from bot.platforms.slack import people as slack
from bot.platforms.web import people as web
from bot.platforms.web.people import CHANNELS, WORKSPACE
from bot.settings import read_settings
from bot.store import classrooms
from bot.store.database import Database
from bot.store.schema import open_database, require_tables
from bot.store.trouble import DatabaseTrouble, trouble
from bot.store.web_messages import newest_moment

_RESOLVE: Mapping[Platform, Resolve] = {Platform.WEB: web.resolve, Platform.SLACK: slack.resolve}
"""How each platform knows channels, persons and groups."""
_SLACK_EXAMPLE = "--channel slack:T0123456789:C0123456789"


@contextmanager
def transaction(database: str) -> Iterator[Connection]:
    """One transaction on a database that exists and suits this version.

    Raises:
        DatabaseTrouble: there is no such database, it is none of ours, or it cannot be used now.
    """
    opened = open_database(url(database))
    try:
        _require_ready(opened, database)
        with opened.writer.begin() as tx:
            yield tx
    except DBAPIError as error:
        raise trouble(opened, "used now", error) from error
    finally:
        opened.close()


def _require_ready(opened: Database, named: str) -> None:
    example = "--database path/to/trapwise.db"
    try:
        if opened.file is not None and opened.file.is_dir():
            raise DatabaseTrouble(f"{opened.shown} is a folder, no database.", example=example)
        if opened.file is not None and not opened.file.exists():
            raise DatabaseTrouble(f"There is no database {opened.shown}.", example=example)
    except OSError as error:
        raise DatabaseTrouble(f"{opened.shown} cannot be read ({error.strerror}).", example=example) from error
    require_tables(opened, f" --database {shlex.quote(named)}" if named else "")


def url(named: str) -> str:
    """The address of the database meant."""
    return named or read_settings().database_url


def chosen(tx: Connection, which: int | None) -> Classroom:
    """The classroom of that number, or the only one.

    Raises:
        NothingThere: there is none, not that one, or a choice.
    """
    known = classrooms.all_classrooms(tx)
    if not known:
        example = "trapwise classroom setup --channel web:demo:genl-daily at=09:00"
        raise NothingThere("There is no classroom yet.", example=example)
    if which is None and len(known) == 1:
        return known[0]
    found = next((each for each in known if which is not None and each.id == ClassroomId(which)), None)
    if found is None:
        told = "There are several classrooms" if which is None else f"There is no classroom {which}"
        numbers = ", ".join(str(each.id) for each in known)
        raise NothingThere(f"{told}; known numbers: {numbers}.", example=f"--classroom {known[0].id}")
    return found


def address(word: str) -> ChannelAddress:
    """The channel that `platform:workspace:channel` means.

    Raises:
        BadInput: it means none.
    """
    platform, _, rest = word.partition(":")
    workspace, _, channel = rest.rpartition(":")
    example = "--channel web:demo:quiz-lounge"
    if platform not in set(Platform) or not workspace or not channel:
        raise BadInput(word, "is no platform:workspace:channel.", example=example)
    in_demo = workspace == WORKSPACE.external_id and channel in {each.id for each in CHANNELS}
    if platform == Platform.WEB and not in_demo:
        raise BadInput(word, "is no channel of the demo.", example=example)
    if platform == Platform.SLACK and not slack.is_address(workspace, channel):
        raise BadInput(word, "is no channel of Slack: take the ids of team and channel.", example=_SLACK_EXAMPLE)
    return ChannelAddress(workspace=WorkspaceKey(platform=Platform(platform), external_id=workspace), channel=channel)


def resolved_in(address: ChannelAddress, command: Command, given: Mapping[str, str]) -> Mapping[str, str]:
    """Channels, persons and groups as the platform knows them."""
    rule = _RESOLVE.get(address.workspace.platform)
    return resolved(command, given, rule) if rule else given


def call(tx: Connection, address: ChannelAddress, arguments: Mapping[str, str]) -> Call:
    """A call by whoever runs the server, who is nobody on the platform; the demo's clock may be ahead of ours."""
    caller = Caller(key=PersonKey(workspace=address.workspace, person=""), name="the server's admin", manages=True)
    now = datetime.now(UTC)
    if address.workspace.platform is Platform.WEB:
        now = max(now, newest_moment(tx) or now)
    return Call(caller=caller, address=address, arguments=arguments, now=now, seed=secrets.token_hex(8))


def dates(call: Call) -> tuple[date, date]:
    """The first and last date of a preview.

    Raises:
        BadInput: they are no dates, in the wrong order, past, or too far ahead.
    """
    first, last = call.date("from"), call.date("to")
    today, latest = call.now.date(), call.now.date() + HORIZON
    if first is None or last is None or last < first:
        raise BadInput(str(last), "comes before --from.", example=f"--from {last} --to {first}")
    if last < today:
        raise BadInput(str(last), "is past: a preview looks forward.", example=f"--from {today} --to {latest}")
    if last > latest:
        raise BadInput(str(last), f"is more than {HORIZON.days} days ahead.", example=f"--from {today} --to {latest}")
    return first, last


def counted(number: int, word: str) -> str:
    """A number with its word: 1 question, 2 questions."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
