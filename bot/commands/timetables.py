"""Staff commands that make a classroom and its timetable: setup, off, pause, resume, move, remove."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, time
from typing import TypeVar

from sqlalchemy import Connection

from bot.cards.blocks import Card, FieldKind, Form, Option
from bot.cards.classroom import days_in_words, done_card, move_card, remove_card, set_up_card
from bot.commands.command import Call, Command, Parameter, Step, staff_command
from bot.core.classroom import Classroom, ClassroomState
from bot.core.errors import BadInput
from bot.core.forecast import upcoming
from bot.core.question import PackId
from bot.core.timetable import describe_days, local, parse_days, parse_time
from bot.core.zones import parse_zone
from bot.store import classrooms, packs
from bot.tutor import setup
from bot.tutor.classroom import the_classroom
from bot.tutor.setup import Wish

T = TypeVar("T")

_NEXT = "next"
_NOBODY = "none"

_REMOVE_HELP = "End the classroom; its data is kept for 30 days"
_SETUP_HELP = "Make the channel's classroom, or change what you name"

PACK = Parameter(name="pack", help="the question pack", kind=FieldKind.PACK, example="ncp-genl")
AT = Parameter(name="at", help="when the question opens, local time", kind=FieldKind.TIME, example="09:00")
ZONE = Parameter(name="zone", help="the time zone of a city", kind=FieldKind.ZONE, example="Europe/Berlin")
DAYS = Parameter(name="days", help="the days it comes on", kind=FieldKind.DAYS, example="mon,wed,fri")
CLOSE = Parameter(name="close", help="when it closes, or “next” opening", kind=FieldKind.TEXT, example="18:00")
PING = Parameter(
    name="ping", help="the one group a new question mentions, or “none”", kind=FieldKind.GROUP, example="study-group"
)


def timetable_commands() -> Sequence[Command]:
    """In the order of the help."""
    first = Parameter(name="from", help="the first date off", kind=FieldKind.DATE, example="2029-12-24")
    last = Parameter(name="to", help="the last date off", kind=FieldKind.DATE, example="2030-01-01")
    back = Parameter(
        name="remove", help="a date that shall be no off-day after all", kind=FieldKind.DATE, example="2029-12-24"
    )
    channel = Parameter(
        name="channel", help="where to go on", kind=FieldKind.CHANNEL, example="#quiz-lounge", required=True
    )
    return (
        replace(
            _changing("setup", _SETUP_HELP, _setup, PACK, AT, ZONE, DAYS, CLOSE, PING),
            shows_when_bare=True,
        ),
        _changing("off", "Keep dates free of questions, or take that back", _off, first, last, back),
        _changing("pause", "Ask nothing more until you resume", _pause),
        _changing("resume", "Go on from the next opening", _resume, _yes("all", "yes, in every channel")),
        _changing("move", "Go on in another channel", _move, channel),
        replace(
            _changing("remove", _REMOVE_HELP, _remove, _yes("confirm", "yes, remove it")),
            shows_when_bare=True,
        ),
    )


def _yes(name: str, told: str) -> Parameter:
    return Parameter(name=name, help=told, kind=FieldKind.CHOICE, example="yes", options=("yes",))


def _changing(name: str, told: str, run: Step, *parameters: Parameter) -> Command:
    return staff_command(name, told, run, *parameters, changes=True)


def _setup(tx: Connection, call: Call) -> Card | Form:
    if not call.arguments and not call.about:
        return setup_form(tx, call)
    wish = read_wish(call)
    done = setup.set_up(tx, call.caller, call.address, wish, seed=call.seed, now=call.now)
    made = done.classroom if done.is_new else None
    return set_up_card(made=made, revived=done.revived, changes=done.changes, coming=done.upcoming)


def read_wish(call: Call) -> Wish:
    """What was named, each word understood or refused."""
    _read(call, DAYS, lambda word: parse_days(word, starts_on=call.now.date()))
    return Wish(
        pack=_read(call, PACK, lambda word: PackId(word.casefold())),
        at=_read(call, AT, parse_time),
        zone=_read(call, ZONE, parse_zone),
        days=call.arguments.get(DAYS.name),
        close=_read(call, CLOSE, _close),
        ping=_read(call, PING, _ping),
    )


def _read(call: Call, parameter: Parameter, read: Callable[[str], T]) -> T | None:
    """What was given for the parameter, None if nothing was; a refusal shows how it is typed."""
    word = call.arguments.get(parameter.name)
    if word is None:
        return None
    try:
        return read(word)
    except BadInput as error:
        error.example, error.parameter = f"{parameter.name}={error.example}", parameter.name
        raise


def setup_form(tx: Connection, call: Call) -> Form:
    """The fields of a set-up, filled with what is so now or would be."""
    here = classrooms.classroom_in(tx, call.address)
    known = packs.pack_ids(tx)
    values = _values(here) if here else {"at": "09:00", "zone": call.caller.zone or "UTC", "days": "weekdays"}
    offers = {"pack": tuple(Option(value=pack, label=pack) for pack in known)}
    living = here is not None and here.state is not ClassroomState.REMOVED
    return Form(
        title=_title(here),
        about=str(here.id) if here and living else "",
        command="/classroom setup",
        submit="Save",
        fields=tuple(
            each.field(values.get(each.name, ""), options=offers.get(each.name, ()))
            for each in (PACK, AT, ZONE, DAYS, CLOSE, PING)
        ),
    )


def _title(here: Classroom | None) -> str:
    if here is None:
        return "Set up a classroom"
    return "Bring the classroom back" if here.state is ClassroomState.REMOVED else "Change the classroom"


def _values(classroom: Classroom) -> dict[str, str]:
    table = classroom.timetable
    return {
        "pack": classroom.pack,
        "at": f"{table.at:%H:%M}",
        "zone": table.zone,
        "days": describe_days(table.days),
        "close": f"{table.close:%H:%M}" if table.close else _NEXT,
        "ping": classroom.ping or _NOBODY,
    }


def _close(word: str) -> time | str:
    if word.casefold() in {_NEXT, "next opening", "the next opening"}:
        return ""
    try:
        return parse_time(word)
    except BadInput as error:
        raise BadInput(word, f"is neither a time of day nor “{_NEXT}”.", example=CLOSE.example) from error


def _ping(word: str) -> str:
    if word.casefold() in {_NOBODY, "nobody"}:
        return ""
    name = word.removeprefix("@").strip()
    if not name:
        raise BadInput(word, f"names nobody. “{_NOBODY}” is the word for no mention.", example=_NOBODY)
    return name


def _off(tx: Connection, call: Call) -> Card:
    classroom = the_classroom(tx, call.address)
    back, first = call.date("remove"), call.date("from")
    if back is not None and first is None:
        end = call.date("to") or back
        if end < back:
            raise BadInput(end.isoformat(), "comes before remove=.", example=f"remove={end} to={back}")
        after = setup.free_no_more(tx, classroom, back, end, call.now)
        return done_card(f"No longer off: {days_in_words(back, end)}", coming=upcoming(after, call.now))
    today = local(call.now, classroom.timetable.zone).date()
    if back is not None or first is None:
        raise BadInput("off", "takes from= (and to=), or remove=.", example=f"/classroom off from={today} to={today}")
    last = call.date("to") or first
    _check_range(first, last, today)
    after = setup.keep_free(tx, classroom, first, last, call.now)
    when = "on" if first == last else "from"
    return done_card(f"No questions {when} {days_in_words(first, last)}", coming=upcoming(after, call.now))


def _check_range(first: date, last: date, today: date) -> None:
    if last < first:
        raise BadInput(last.isoformat(), "comes before from=.", example=f"from={last} to={first}")
    if last < today:
        raise BadInput(last.isoformat(), "is past.", example=f"from={today}")


def _pause(tx: Connection, call: Call) -> Card:
    setup.pause(tx, the_classroom(tx, call.address))
    return done_card(
        "The classroom is paused: nothing more is asked until /classroom resume; what is open closes as planned"
    )


def _resume(tx: Connection, call: Call) -> Card:
    if "all" in call.arguments:
        names = ", ".join(str(each.id) for each in setup.resume_all(tx, call.address.workspace, call.now))
        return done_card(f"These classrooms go on: {names}")
    after = setup.resume(tx, the_classroom(tx, call.address), call.now)
    return done_card("The classroom goes on", coming=upcoming(after, call.now))


def _move(tx: Connection, call: Call) -> Card:
    after = setup.move(tx, the_classroom(tx, call.address), call.arguments["channel"])
    return move_card(after.address.channel, upcoming(after, call.now))


def _remove(tx: Connection, call: Call) -> Card:
    classroom = the_classroom(tx, call.address)
    if call.arguments.get("confirm", "").casefold() != "yes":
        return remove_card()
    setup.remove(tx, classroom, call.now)
    return done_card("The classroom is removed; /classroom setup brings it back within 30 days")
