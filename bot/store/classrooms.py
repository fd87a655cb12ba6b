"""Classrooms: their timetables, their off-days, and which of them are due."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import Connection, Integer, Select, bindparam, delete, select, update

from bot.core.address import ChannelAddress, WorkspaceKey
from bot.core.classroom import Classroom, ClassroomState
from bot.core.posting import ClassroomId
from bot.core.question import PackId
from bot.core.timetable import OffDays, Slot, Timetable
from bot.store.columns import UtcDateTime
from bot.store.database import insert
from bot.store.many import among
from bot.store.tables import classroom, off_day, workspace
from bot.store.workspaces import find_workspace, workspace_id, workspace_key

Record = tuple[Any, ...]


def add_classroom(tx: Connection, value: Classroom) -> ClassroomId:
    """Store a new classroom; the value's id is not used, its new one is returned."""
    columns = _columns(tx, value)
    return ClassroomId(tx.execute(insert(tx, classroom).values(columns).returning(classroom.c.id)).scalar_one())


def save_classroom(tx: Connection, value: Classroom) -> None:
    """Write the classroom as it now is; off-days have their own functions."""
    tx.execute(update(classroom).where(classroom.c.id == value.id).values(_columns(tx, value)))


def set_next_slots(tx: Connection, planned: Mapping[ClassroomId, Slot | None]) -> None:
    """Plan the next opening of each, or none."""
    rows = [
        {"which": which, "next_due_at": slot and slot.at, "next_day": slot and slot.day}
        for which, slot in sorted(planned.items())
    ]
    if rows:
        tx.execute(update(classroom).where(classroom.c.id == bindparam("which")), rows)


def pause(tx: Connection, which: ClassroomId) -> None:
    """Plan nothing more until somebody resumes it; a removed classroom stays removed."""
    active = classroom.c.id == which, classroom.c.state == ClassroomState.ACTIVE.value
    values = {"state": ClassroomState.PAUSED.value, "next_due_at": None, "next_day": None}
    tx.execute(update(classroom).where(*active).values(values))


def set_changed_by(tx: Connection, which: ClassroomId, person: str) -> None:
    """Remember who changed the classroom last: they are told of its troubles."""
    tx.execute(update(classroom).where(classroom.c.id == which).values(changed_by=person))


def get_classroom(tx: Connection, which: ClassroomId) -> Classroom | None:
    """The classroom, or None."""
    return next(iter(_load(tx, _all().where(classroom.c.id == which))), None)


def hold_classroom(tx: Connection, which: ClassroomId) -> Classroom | None:
    """The classroom, or None; nobody else changes it or opens a question in it until the transaction ends."""
    held = _all().where(classroom.c.id == which).with_for_update(key_share=True, of=classroom)
    return next(iter(_load(tx, held)), None)


def classroom_in(tx: Connection, address: ChannelAddress) -> Classroom | None:
    """The newest classroom of a channel; where there is none, the one removed last."""
    at = find_workspace(tx, address.workspace)
    found = _load(tx, _all().where(classroom.c.workspace_id == at, classroom.c.channel == address.channel))
    living = [value for value in found if value.state is not ClassroomState.REMOVED]
    removed = sorted(found, key=lambda value: value.removed_at.timestamp() if value.removed_at else 0.0)
    return next(iter(living[-1:] or removed[-1:]), None)


def all_classrooms(tx: Connection) -> tuple[Classroom, ...]:
    """Every classroom that is not removed, by id."""
    return tuple(_load(tx, _all().where(classroom.c.state != ClassroomState.REMOVED.value)))


def classrooms_of(tx: Connection, key: WorkspaceKey) -> tuple[Classroom, ...]:
    """Every classroom of a workspace that is not removed, by id."""
    here = classroom.c.workspace_id == find_workspace(tx, key)
    return tuple(_load(tx, _all().where(here, classroom.c.state != ClassroomState.REMOVED.value)))


def due_classrooms(tx: Connection, now: datetime, *, most: int) -> tuple[Classroom, ...]:
    """Classrooms whose next opening has come, longest due first and locked; those that another worker holds are not."""
    return tuple(_load(tx, _due(), {"now": now, "most": most}))


def next_due(tx: Connection) -> datetime | None:
    """When the next classroom opens."""
    query = select(classroom.c.next_due_at).where(classroom.c.next_due_at.is_not(None))
    return tx.execute(query.order_by(classroom.c.next_due_at).limit(1)).scalar_one_or_none()


def add_off_days(tx: Connection, which: ClassroomId, first: date, last: date) -> None:
    """Keep a range of dates free."""
    tx.execute(insert(tx, off_day).values(classroom_id=which, first=first, last=last))


def remove_off_days(tx: Connection, which: ClassroomId, first: date, last: date) -> int:
    """Take these dates out of every range that holds one of them; returns how many ranges there were."""
    holds = off_day.c.classroom_id == which, off_day.c.first <= last, off_day.c.last >= first
    ranges = tx.execute(delete(off_day).where(*holds).returning(off_day.c.first, off_day.c.last)).all()
    for begin, end in ranges:
        if begin < first:
            add_off_days(tx, which, begin, first - timedelta(days=1))
        if end > last:
            add_off_days(tx, which, last + timedelta(days=1), end)
    return len(ranges)


def delete_removed(tx: Connection, before: datetime) -> int:
    """Delete for good what was removed before the moment; returns how many classrooms went."""
    gone = select(classroom.c.id).where(classroom.c.removed_at < before).with_for_update(skip_locked=True)
    return tx.execute(delete(classroom).where(classroom.c.id.in_(gone))).rowcount


def _all() -> Select[Record]:
    return (
        select(classroom, workspace.c.platform, workspace.c.external_id)
        .join(workspace, classroom.c.workspace_id == workspace.c.id)
        .order_by(classroom.c.id)
    )


@cache
def _due() -> Select[Record]:
    """Made once, as what follows: making it costs more than running it."""
    due = _all().where(classroom.c.next_due_at <= bindparam("now", type_=UtcDateTime)).order_by(None)
    query = due.order_by(classroom.c.next_due_at, classroom.c.id).limit(bindparam("most", type_=Integer))
    return query.with_for_update(skip_locked=True, key_share=True, of=classroom)


@cache
def _off_days(dialect: str) -> Select[Record]:
    these = among(dialect, off_day.c.classroom_id, "classrooms")
    return select(off_day).where(these).order_by(off_day.c.first, off_day.c.id)


def _load(tx: Connection, query: Select[Record], values: Mapping[str, Any] | None = None) -> list[Classroom]:
    rows = tx.execute(query, values).all()
    off: dict[int, list[OffDays]] = {row.id: [] for row in rows}
    for item in tx.execute(_off_days(tx.dialect.name), {"classrooms": sorted(off)}) if off else ():
        off[item.classroom_id].append(OffDays(id=item.id, first=item.first, last=item.last))
    return [_value(row, off[row.id]) for row in rows]


def _value(row: Sequence[Any], off: Iterable[OffDays]) -> Classroom:
    """Taken apart at once: by name the columns would cost more than their values."""
    own, _, channel, state, pack, at, zone, days, starts_on, close, ping, seed, due_at, day, by, removed, *home = row
    platform, external_id = home
    return Classroom(
        id=ClassroomId(own),
        address=ChannelAddress(workspace=workspace_key(platform, external_id), channel=channel),
        state=ClassroomState(state),
        pack=PackId(pack),
        timetable=Timetable(at=at, zone=zone, days=days, starts_on=starts_on, close=close, off=tuple(off)),
        seed=seed,
        ping=ping,
        next_slot=Slot(day=day, at=due_at) if due_at else None,
        changed_by=by,
        removed_at=removed,
    )


def _columns(tx: Connection, value: Classroom) -> dict[str, Any]:
    table, slot = value.timetable, value.next_slot
    return {
        "workspace_id": workspace_id(tx, value.address.workspace),
        "channel": value.address.channel,
        "state": value.state.value,
        "pack_id": value.pack,
        "at": table.at,
        "zone": table.zone,
        "days": table.days,
        "starts_on": table.starts_on,
        "close": table.close,
        "ping": value.ping,
        "seed": value.seed,
        "next_due_at": slot and slot.at,
        "next_day": slot and slot.day,
        "changed_by": value.changed_by,
        "removed_at": value.removed_at,
    }
