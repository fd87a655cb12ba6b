"""Explaining: what a click is answered with, as the desk asks for it."""

from dataclasses import replace
from datetime import timedelta

from sqlalchemy import Connection, event, func, select, update

from bot.core.grading import Feedback, Reply, Submission, Unexplained
from bot.store import packs
from bot.store.tables import answer, question_revision
from bot.tutor import explaining
from tests.builders import NINE, a_classroom, a_click, a_pack
from tests.tutor.school import pass_time, the_open

TOMORROW = NINE + timedelta(days=1)


def replied(tx: Connection, click: Submission) -> Reply:
    (reply,) = explaining.answer(tx, [click])
    return reply


def test_an_answer_stands_although_its_question_cannot_be_read(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    tx.execute(update(question_revision).values(body={"of": "another shape"}))

    reply = replied(tx, a_click(the_open(tx, classroom.id).id))

    assert isinstance(reply, Unexplained)
    assert tx.execute(select(func.count()).select_from(answer)).scalar_one() == 1


def test_the_next_reply_calls_a_trap_by_its_new_name(tx: Connection) -> None:
    classroom, pack = a_classroom(tx), a_pack()
    pass_time(tx, classroom.id, NINE)
    first = replied(tx, a_click(the_open(tx, classroom.id).id))
    packs.save_pack(tx, replace(pack, traps=tuple(replace(trap, name="Renamed") for trap in pack.traps)), now=NINE)

    second = replied(tx, a_click(the_open(tx, classroom.id).id, "bob"))

    assert isinstance(first, Feedback)
    assert isinstance(second, Feedback)
    assert (set(first.asked.traps.values()), set(second.asked.traps.values())) == ({"A trap"}, {"Renamed"})


def test_a_known_learners_answer_and_its_reply_take_six_statements(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    replied(tx, a_click(the_open(tx, classroom.id).id))
    pass_time(tx, classroom.id, TOMORROW)
    click = a_click(the_open(tx, classroom.id).id, at=TOMORROW)
    statements: list[str] = []
    event.listen(tx, "before_cursor_execute", lambda _tx, _cursor, statement, *_more: statements.append(statement))

    replied(tx, click)

    assert len(statements) == 6
