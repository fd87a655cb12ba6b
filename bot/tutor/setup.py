"""Setting up: a channel's classroom, its timetable, its off-days, its staff, its end."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from sqlalchemy import Connection

from bot.core.address import Caller, ChannelAddress, WorkspaceKey
from bot.core.classroom import Classroom, ClassroomState
from bot.core.errors import BadInput, Clash, NoClassroom, NothingThere
from bot.core.forecast import Upcoming, upcoming
from bot.core.posting import ClassroomId
from bot.core.question import PackId
from bot.core.timetable import HORIZON, Timetable, describe_days, local, next_slot, parse_days
from bot.core.zones import parse_zone
from bot.store import classrooms, deliveries, packs, postings
from bot.tutor.opening import settle_due

KEPT = timedelta(days=30)
"""How long the data of a removed classroom is kept."""
_FAVOURITE = PackId("ncp-genl")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What an admin named; None means not named. An empty `close` or `ping` is the word for none."""

    pack: PackId | None = None
    at: time | None = None
    zone: str | None = None
    days: str | None = None
    close: time | str | None = None
    ping: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """What a set-up did: whether the classroom is new or came back, what changed from what to what, what comes next."""

    classroom: Classroom
    is_new: bool
    revived: bool
    changes: tuple[tuple[str, str, str], ...]
    upcoming: tuple[Upcoming, ...]


def set_up(tx: Connection, caller: Caller, address: ChannelAddress, wish: Wish, *, seed: str, now: datetime) -> SetUp:
    """Make the channel's classroom, or change what is named of it; the open posting, numbers and standings stay.

    Raises:
        BadInput: no such pack, or the days have no date in the next 400.
        NothingThere: no pack at all.
    """
    purge(tx, now)
    found = classrooms.classroom_in(tx, address)
    before = settle_due(tx, found, now) if found else None
    start = before or _fresh(tx, caller, address, wish, seed=seed, now=now)
    after = _wished(tx, start, wish, now)
    after = replace(
        after, state=ClassroomState.ACTIVE, removed_at=None, changed_by=caller.key.person or start.changed_by
    )
    if before is None:
        after = replace(after, id=classrooms.add_classroom(tx, after))
    if before is None or _moves_slots(before, after):
        after = _planned(tx, after, now)
    classrooms.save_classroom(tx, after)
    revived = before is not None and before.state is not ClassroomState.ACTIVE
    if revived:
        deliveries.revive(tx, after.id, now=now)
    told = tuple(_changes(start, after))
    return SetUp(classroom=after, is_new=before is None, revived=revived, changes=told, upcoming=upcoming(after, now))


def pause(tx: Connection, classroom: Classroom) -> None:
    """Ask nothing more until it is resumed; what is open stays open until its planned close."""
    if classroom.state is ClassroomState.PAUSED:
        raise Clash("The classroom is paused already.", example="/classroom resume")
    classrooms.pause(tx, classroom.id)


def resume(tx: Connection, classroom: Classroom, now: datetime) -> Classroom:
    """Go on from the first slot after now, and owe again what had failed; of a running classroom that alone.

    Raises:
        Clash: it is running and nothing had failed.
    """
    after = _resumed(tx, classroom, now)
    if after is None:
        raise Clash("The classroom is running.", example="/classroom show")
    return after


def resume_all(tx: Connection, workspace: WorkspaceKey, now: datetime) -> list[Classroom]:
    """Resume every classroom of a workspace that is paused or in which something had failed; those are returned.

    Raises:
        Clash: there is none.
    """
    tried = [_resumed(tx, each, now) for each in classrooms.classrooms_of(tx, workspace)]
    resumed = [each for each in tried if each is not None]
    if not resumed:
        raise Clash("No classroom is paused, and nothing has failed.", example="/classroom show")
    return resumed


def _resumed(tx: Connection, classroom: Classroom, now: datetime) -> Classroom | None:
    revived = deliveries.revive(tx, classroom.id, now=now)
    if classroom.state is ClassroomState.ACTIVE:
        return classroom if revived else None
    after = _planned(tx, replace(classroom, state=ClassroomState.ACTIVE), now)
    classrooms.save_classroom(tx, after)
    return after


def keep_free(tx: Connection, classroom: Classroom, first: date, last: date, now: datetime) -> Classroom:
    """Ask nothing on these dates, both included."""
    settle_due(tx, classroom, now)
    classrooms.add_off_days(tx, classroom.id, first, last)
    return _replanned(tx, classroom.id, now)


def free_no_more(tx: Connection, classroom: Classroom, first: date, last: date, now: datetime) -> Classroom:
    """Ask on these dates again, both included; the rest of a range they lie in stays free.

    Raises:
        NothingThere: none of them is an off-day.
    """
    settle_due(tx, classroom, now)
    if not classrooms.remove_off_days(tx, classroom.id, first, last):
        raise NothingThere(f"{first.isoformat()} is no off-day.", example="/classroom show")
    return _replanned(tx, classroom.id, now)


def move(tx: Connection, classroom: Classroom, channel: str) -> Classroom:
    """Go on in another channel; messages that stand stay where they are.

    Raises:
        Clash: the channel has a classroom.
    """
    address = replace(classroom.address, channel=channel)
    there = classrooms.classroom_in(tx, address)
    if there is not None and there.id == classroom.id:
        raise Clash("The classroom is in this channel already.", example="/classroom move channel=#another-channel")
    if there is not None and there.state is not ClassroomState.REMOVED:
        raise Clash("That channel has a classroom already.", example="/classroom move channel=#another-channel")
    after = replace(classroom, address=address)
    classrooms.save_classroom(tx, after)
    return after


def remove(tx: Connection, classroom: Classroom, now: datetime) -> None:
    """End the classroom; its data is kept for 30 days, in which a set-up in the channel brings it back."""
    gone = replace(classroom, state=ClassroomState.REMOVED, next_slot=None, removed_at=now)
    classrooms.save_classroom(tx, gone)


def purge(tx: Connection, now: datetime) -> int:
    """Delete for good what was removed 30 days ago or earlier."""
    return classrooms.delete_removed(tx, now - KEPT)


def _fresh(
    tx: Connection, caller: Caller, address: ChannelAddress, wish: Wish, *, seed: str, now: datetime
) -> Classroom:
    zone = wish.zone or _own_zone(caller)
    today = local(now, zone).date()
    days = parse_days("weekdays", starts_on=today)
    return Classroom(
        id=ClassroomId(0),
        address=address,
        state=ClassroomState.ACTIVE,
        pack=wish.pack or _default_pack(tx),
        timetable=Timetable(at=time(9), zone=zone, days=days, starts_on=today),
        seed=seed,
    )


def _own_zone(caller: Caller) -> str:
    """The zone that the platform tells of the person, UTC where it tells none that is known here."""
    try:
        return parse_zone(caller.zone)
    except BadInput:
        return "UTC"


def _default_pack(tx: Connection) -> PackId:
    known = packs.pack_ids(tx)
    if not known:
        raise NothingThere("There is no question pack yet: the bot reads its content folder when it starts.")
    return known[0] if len(known) == 1 or _FAVOURITE not in known else _FAVOURITE


def _wished(tx: Connection, start: Classroom, wish: Wish, now: datetime) -> Classroom:
    known = packs.pack_ids(tx)
    if wish.pack is not None and wish.pack not in known:
        told = f"is no pack here. There is: {', '.join(known) or 'none yet'}. New ones are read when the bot starts."
        raise BadInput(wish.pack, told, example=f"pack={(known or (_FAVOURITE,))[0]}", parameter="pack")
    table = start.timetable
    if wish.zone is not None:
        table = replace(table, zone=wish.zone)
    if wish.days is not None:
        today = local(now, table.zone).date()
        days = parse_days(wish.days, starts_on=today)
        # The same days once more must not start their count anew.
        table = table if days == table.days else replace(table, days=days, starts_on=today)
    if wish.close is not None:
        table = replace(table, close=wish.close if isinstance(wish.close, time) else None)
    if wish.at is not None:
        table = replace(table, at=wish.at)
    ping = start.ping if wish.ping is None else wish.ping
    return replace(start, pack=wish.pack or start.pack, timetable=table, ping=ping)


def _moves_slots(before: Classroom, after: Classroom) -> bool:
    return before.timetable != after.timetable or before.state is not after.state


def _planned(tx: Connection, classroom: Classroom, now: datetime) -> Classroom:
    """The classroom with its first slot after now on a date that has neither posting nor skip."""
    slot = next_slot(classroom.timetable, after=now, past=postings.last_day(tx, classroom.id))
    return replace(classroom, next_slot=slot)


def _replanned(tx: Connection, which: ClassroomId, now: datetime) -> Classroom:
    current = classrooms.get_classroom(tx, which)
    if current is None:
        raise NoClassroom("The classroom is gone.")
    if current.state is ClassroomState.ACTIVE:
        current = _planned(tx, current, now)
        if current.next_slot is None:
            raise Clash(f"That leaves no question in the next {HORIZON.days} days.", example="/classroom pause")
        classrooms.save_classroom(tx, current)
    return current


def _changes(before: Classroom, after: Classroom) -> list[tuple[str, str, str]]:
    old, new = before.timetable, after.timetable
    named = [
        ("pack", before.pack, after.pack),
        ("at", f"{old.at:%H:%M}", f"{new.at:%H:%M}"),
        ("zone", old.zone, new.zone),
        ("days", describe_days(old.days), describe_days(new.days)),
        ("close", _closing(old), _closing(new)),
        ("ping", before.ping or "nobody", after.ping or "nobody"),
    ]
    return [(name, was, now_is) for name, was, now_is in named if was != now_is]


def _closing(table: Timetable) -> str:
    return f"{table.close:%H:%M}" if table.close else "the next opening"
