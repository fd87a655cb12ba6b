"""Many classrooms due at once: a few statements for all of them, and to each what it would get alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import time, timedelta

import pytest
from sqlalchemy import Connection, event, insert, select, update

from bot.core.classroom import Classroom, ClassroomState
from bot.core.posting import PostingState
from bot.core.question import TopicId
from bot.store import classrooms, postings
from bot.store.tables import delivery, posting, question_revision
from bot.tutor import closing, opening, setup, weeks
from tests.builders import EIGHT, MONDAY, NINE, a_classroom, an_admin
from tests.databases import on_postgresql

DAY = timedelta(days=1)
LARGEST = 2**31 - 1


def town(tx: Connection, many: int) -> list[Classroom]:
    """So many classrooms, each with a seed of its own."""
    first = a_classroom(tx)
    beside = [replace(first.address, channel=f"room-{number}") for number in range(1, many)]
    wish = setup.Wish(days="daily")
    return [first, *(setup.set_up(tx, an_admin(), own, wish, seed=own.channel, now=EIGHT).classroom for own in beside)]


@contextmanager
def statements(tx: Connection) -> Iterator[list[str]]:
    """What is sent to the database meanwhile."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_others: object) -> None:
        sent.append(statement)

    event.listen(tx, "before_cursor_execute", note)
    yield sent
    event.remove(tx, "before_cursor_execute", note)


def all_told(tx: Connection) -> list[object]:
    """Every posting and delivery but for the numbers that the database gave them."""
    own = posting.c
    asked = select(own.classroom_id, own.number, own.day, own.state, own.revision_id, own.arrangement, own.closes_at)
    joined = asked.add_columns(delivery.c.kind).outerjoin(delivery, delivery.c.posting_id == own.id)
    return [tuple(row) for row in tx.execute(joined.order_by(own.classroom_id, own.day, delivery.c.kind))]


def show_all(tx: Connection) -> None:
    """Let every card that is owed be sent."""
    tx.execute(update(delivery).values(state="sent"))


@pytest.mark.parametrize("many", [2, 40], ids=["two", "forty"])
def test_opening_takes_a_few_statements_however_many_are_due(tx: Connection, many: int) -> None:
    town(tx, many)
    opening.claim_due(tx, NINE)
    show_all(tx)

    with statements(tx) as sent:
        opened = opening.claim_due(tx, NINE + DAY)

    assert opened == many
    assert len(sent) <= 21


@pytest.mark.parametrize("many", [2, 40], ids=["two", "forty"])
def test_closing_takes_a_few_statements_however_many_are_due(tx: Connection, many: int) -> None:
    town(tx, many)
    opening.claim_due(tx, NINE)
    show_all(tx)

    with statements(tx) as sent:
        closed = closing.close_due(tx, NINE + DAY)

    assert closed == many
    assert len(sent) <= 9


def test_what_opens_together_is_what_would_open_alone(tx: Connection) -> None:
    rooms = town(tx, 5)
    weeks.plan(tx, rooms[1], topics=(TopicId("safety"),), first=MONDAY, weeks=1)
    classrooms.save_classroom(tx, replace(rooms[2], timetable=replace(rooms[2].timetable, close=time(11))))
    opening.ask_extra(tx, rooms[3], topic=None, minutes=None, now=EIGHT)
    show_all(tx)
    alone = tx.begin_nested()
    for room in rooms:
        opening.settle_due(tx, room, NINE)
    expected = all_told(tx)
    alone.rollback()

    opening.claim_due(tx, NINE)

    assert all_told(tx) == expected


def test_a_question_that_cannot_be_read_closes_and_all_others_of_the_slice_reveal(tx: Connection) -> None:
    rooms = town(tx, 7)
    opening.claim_due(tx, NINE)
    show_all(tx)
    [broken] = postings.open_postings(tx, rooms[4].id)
    like_it = select(question_revision.c.question_id).where(question_revision.c.id == broken.revision).scalar_subquery()
    unreadable = {"digest": "-", "topic": "safety", "key": [0], "body": {"of": "another shape"}, "created_at": NINE}
    new = insert(question_revision).values(question_id=like_it, **unreadable)
    lost = tx.execute(new.returning(question_revision.c.id)).scalar_one()
    tx.execute(update(posting).where(posting.c.id == broken.id).values(revision_id=lost))

    closing.close_due(tx, NINE + DAY)

    reveals = tx.execute(select(delivery.c.classroom_id).where(delivery.c.kind == "reveal")).scalars().all()
    notes = tx.execute(select(delivery.c.classroom_id, delivery.c.text).where(delivery.c.kind == "note")).all()
    assert [postings.open_postings(tx, room.id) for room in rooms] == [()] * 7
    assert set(reveals) == {room.id for room in rooms} - {rooms[4].id}
    assert [(where, "takes no more answers" in text) for where, text in notes] == [(rooms[4].id, True)]


def test_a_classroom_in_trouble_is_paused_and_all_others_of_the_slice_open(tx: Connection) -> None:
    rooms = town(tx, 7)
    classrooms.save_classroom(tx, replace(rooms[4], timetable=replace(rooms[4].timetable, zone="Mars/Olympus")))

    opening.claim_due(tx, NINE)

    states = [room.state for room in classrooms.all_classrooms(tx)]
    assert [len(postings.open_postings(tx, room.id)) for room in rooms] == [1, 1, 1, 1, 0, 1, 1]
    assert states.count(ClassroomState.PAUSED) == 1


@on_postgresql
def test_what_the_database_refuses_of_one_classroom_is_its_own_trouble(tx: Connection) -> None:
    rooms = town(tx, 3)
    revision = tx.execute(select(question_revision.c.id).limit(1)).scalar_one()
    last = {"classroom_id": rooms[1].id, "number": LARGEST, "state": PostingState.CLOSED.value, "revision_id": revision}
    tx.execute(insert(posting).values(**last, arrangement=[0], due_at=EIGHT, closes_at=EIGHT))

    opening.claim_due(tx, NINE)

    assert [len(postings.open_postings(tx, room.id)) for room in rooms] == [1, 0, 1]
    assert opening.claim_due(tx, NINE) == 0
