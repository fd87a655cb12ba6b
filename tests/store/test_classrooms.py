from dataclasses import replace
from datetime import date, time, timedelta

import pytest
from sqlalchemy import Connection, func, select

from bot.core.classroom import Classroom, ClassroomState
from bot.core.posting import ClassroomId, PostingId, PostingState
from bot.core.timetable import OffDays, Slot, Timetable
from bot.store import classrooms
from bot.store.tables import answer, posting, standing
from bot.tutor.answering import record
from tests.builders import CHANNEL, EIGHT, MONDAY, NINE, a_classroom, a_click, a_pack, a_posting
from tests.stored import add_posting

DAY = timedelta(days=1)
MONTH = timedelta(days=30)


def add(tx: Connection, channel: str, *, after: timedelta = timedelta(), **changes: object) -> ClassroomId:
    """A classroom in that channel, due so long after nine."""
    first = classrooms.all_classrooms(tx)[0]
    slot = Slot(day=MONDAY, at=NINE + after)
    value = replace(first, address=replace(CHANNEL, channel=channel), next_slot=slot, **changes)  # type: ignore[arg-type]
    return classrooms.add_classroom(tx, value)


def get(tx: Connection, which: ClassroomId) -> Classroom:
    found = classrooms.get_classroom(tx, which)
    assert found is not None
    return found


def test_every_field_of_a_classroom_is_kept(tx: Connection) -> None:
    a_classroom(tx)
    value = Classroom(
        id=ClassroomId(0),
        address=replace(CHANNEL, channel="another"),
        state=ClassroomState.REMOVED,
        pack=a_pack().id,
        timetable=Timetable(
            at=time(21, 30), zone="Europe/Berlin", days="FREQ=DAILY", starts_on=MONDAY, close=time(8, 15)
        ),
        seed="another seed",
        ping="@here",
        next_slot=Slot(day=MONDAY, at=NINE),
        changed_by="dana",
        removed_at=NINE + DAY,
    )

    new = classrooms.add_classroom(tx, value)

    assert get(tx, new) == replace(value, id=new)


def test_an_unknown_classroom_is_none(tx: Connection) -> None:
    assert classrooms.get_classroom(tx, ClassroomId(9)) is None
    assert classrooms.classroom_in(tx, CHANNEL) is None


def test_a_classroom_is_saved_as_it_now_is(tx: Connection) -> None:
    before = a_classroom(tx)
    after = replace(
        before,
        address=replace(CHANNEL, channel="moved"),
        state=ClassroomState.PAUSED,
        timetable=replace(before.timetable, at=time(7), close=None),
        ping="@here",
        next_slot=None,
    )

    classrooms.save_classroom(tx, after)

    assert get(tx, before.id) == after


def test_saving_one_classroom_leaves_the_others(tx: Connection) -> None:
    first = a_classroom(tx)
    second = get(tx, add(tx, "another"))

    classrooms.save_classroom(tx, replace(second, ping="@here"))

    assert get(tx, first.id) == first


def test_the_next_slot_is_planned_and_taken_back(tx: Connection) -> None:
    room = a_classroom(tx)
    slot = Slot(day=MONDAY + DAY, at=NINE + DAY)

    classrooms.set_next_slots(tx, {room.id: slot})
    planned = get(tx, room.id).next_slot
    classrooms.set_next_slots(tx, {room.id: None})

    assert planned == slot
    assert get(tx, room.id).next_slot is None


def test_a_paused_classroom_plans_nothing(tx: Connection) -> None:
    room = a_classroom(tx)

    classrooms.pause(tx, room.id)

    assert get(tx, room.id) == replace(room, state=ClassroomState.PAUSED, next_slot=None)


def test_a_removed_classroom_stays_removed(tx: Connection) -> None:
    a_classroom(tx)
    gone = add(tx, "another", state=ClassroomState.REMOVED)

    classrooms.pause(tx, gone)

    assert get(tx, gone).state is ClassroomState.REMOVED


def test_whoever_changed_it_last_is_remembered(tx: Connection) -> None:
    room = a_classroom(tx)

    classrooms.set_changed_by(tx, room.id, "eve")

    assert get(tx, room.id).changed_by == "eve"


def test_the_living_classroom_of_a_channel_goes_before_a_removed_one(tx: Connection) -> None:
    living = a_classroom(tx)
    add(tx, CHANNEL.channel, state=ClassroomState.REMOVED)

    assert classrooms.classroom_in(tx, CHANNEL) == living


def test_a_removed_classroom_is_found_where_there_is_no_other(tx: Connection) -> None:
    a_classroom(tx)
    gone = add(tx, "another", state=ClassroomState.REMOVED)

    found = classrooms.classroom_in(tx, replace(CHANNEL, channel="another"))

    assert found == get(tx, gone)


def test_all_classrooms_are_those_that_are_not_removed(tx: Connection) -> None:
    first = a_classroom(tx)
    add(tx, "gone", state=ClassroomState.REMOVED)
    paused = add(tx, "paused", state=ClassroomState.PAUSED)

    assert [room.id for room in classrooms.all_classrooms(tx)] == [first.id, paused]


def test_due_classrooms_come_longest_due_first(tx: Connection) -> None:
    first = a_classroom(tx)
    later, sooner = add(tx, "later", after=2 * DAY), add(tx, "sooner", after=-DAY)

    due = classrooms.due_classrooms(tx, NINE, most=9)

    assert [room.id for room in due] == [sooner, first.id]
    assert [room.id for room in classrooms.due_classrooms(tx, NINE + 2 * DAY, most=9)][-1] == later


def test_no_more_classrooms_are_taken_than_asked_for(tx: Connection) -> None:
    a_classroom(tx)
    sooner = add(tx, "sooner", after=-DAY)

    assert [room.id for room in classrooms.due_classrooms(tx, NINE, most=1)] == [sooner]


def test_the_next_opening_of_all_is_known(tx: Connection) -> None:
    room = a_classroom(tx)
    add(tx, "later", after=DAY)

    before = classrooms.next_due(tx)
    classrooms.set_next_slots(tx, {room.id: None})

    assert (before, classrooms.next_due(tx)) == (NINE, NINE + DAY)


def test_nothing_planned_has_no_next_opening(tx: Connection) -> None:
    assert classrooms.next_due(tx) is None


def free(tx: Connection, room: ClassroomId) -> list[tuple[int, int]]:
    """The first and last day of the month of every range of off-days."""
    return [(off.first.day, off.last.day) for off in get(tx, room).timetable.off]


def december(day: int) -> date:
    return date(2026, 12, day)


def test_off_days_come_with_the_timetable_earliest_first(tx: Connection) -> None:
    room = a_classroom(tx).id
    classrooms.add_off_days(tx, room, december(24), december(31))
    classrooms.add_off_days(tx, room, december(8), december(8))

    assert get(tx, room).timetable.off == (
        OffDays(id=2, first=december(8), last=december(8)),
        OffDays(id=1, first=december(24), last=december(31)),
    )


@pytest.mark.parametrize(
    ("first_back", "last_back", "touched", "left"),
    [
        pytest.param(23, 23, 0, [(8, 8), (24, 31), (30, 31)], id="on none"),
        pytest.param(8, 8, 1, [(24, 31), (30, 31)], id="on a single one"),
        pytest.param(24, 24, 1, [(8, 8), (25, 31), (30, 31)], id="on the first of a range"),
        pytest.param(31, 31, 2, [(8, 8), (24, 30), (30, 30)], id="on the last of two ranges"),
        pytest.param(26, 27, 1, [(8, 8), (24, 25), (28, 31), (30, 31)], id="in the middle of a range"),
        pytest.param(1, 25, 2, [(26, 31), (30, 31)], id="over a whole one and the start of another"),
        pytest.param(1, 31, 3, [], id="on all"),
    ],
)
def test_only_the_dates_taken_back_are_no_longer_off(
    tx: Connection, first_back: int, last_back: int, touched: int, left: list[tuple[int, int]]
) -> None:
    room = a_classroom(tx).id
    for first, last in ((8, 8), (24, 31), (30, 31)):
        classrooms.add_off_days(tx, room, december(first), december(last))

    assert classrooms.remove_off_days(tx, room, december(first_back), december(last_back)) == touched
    assert free(tx, room) == left


def test_off_days_of_another_classroom_stay(tx: Connection) -> None:
    room, other = a_classroom(tx).id, add(tx, "another")
    classrooms.add_off_days(tx, other, december(24), december(24))

    assert classrooms.remove_off_days(tx, room, december(24), december(24)) == 0
    assert free(tx, other) == [(24, 24)]


def test_a_classroom_removed_long_ago_goes_for_good(tx: Connection) -> None:
    kept = a_classroom(tx).id
    gone = add(tx, "gone", state=ClassroomState.REMOVED, removed_at=NINE - MONTH)
    add(tx, "not yet", state=ClassroomState.REMOVED, removed_at=NINE)

    deleted = classrooms.delete_removed(tx, NINE)

    assert deleted == 1
    assert classrooms.get_classroom(tx, gone) is None
    assert classrooms.get_classroom(tx, kept) is not None


def test_all_that_a_classroom_held_goes_with_it(tx: Connection) -> None:
    room = a_classroom(tx, now=EIGHT)
    add_posting(tx, a_posting(state=PostingState.OPEN))
    record(tx, [a_click(PostingId(1))])
    classrooms.save_classroom(tx, replace(room, state=ClassroomState.REMOVED, removed_at=NINE))

    classrooms.delete_removed(tx, NINE + DAY)

    left = [tx.execute(select(func.count()).select_from(table)).scalar_one() for table in (posting, answer, standing)]
    assert left == [0, 0, 0]
