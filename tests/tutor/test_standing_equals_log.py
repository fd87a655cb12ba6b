"""The kept standing equals the fold over the log, whatever happens in whatever order."""

from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from bot.core.address import MessageAddress
from bot.core.errors import Clash, NothingThere
from bot.core.posting import ClassroomId, PostingState
from bot.core.standings import standing_from_log
from bot.store import answers, classrooms, postings, standings
from bot.store.database import Database
from bot.tutor import agenda, answering, closing, opening, progress
from bot.tutor.recounting import recount
from tests.builders import EIGHT, a_classroom, a_click, a_person
from tests.databases import KINDS, Databases
from tests.due import take_due
from tests.stored import next_number

PEOPLE = ("ada", "ben", "chloe")
_CLICK = st.tuples(
    st.just("answer"),
    st.sampled_from(PEOPLE),
    st.sampled_from((0, 0, 0, 0, 1, 2)),
    st.sampled_from((True, True, False)),
)
_TURN = st.sampled_from(
    (
        *[("next day",)] * 8,
        ("next day, unseen",),
        ("away", 1),
        ("away", 3),
        ("extra",),
        ("close early",),
        ("void", 0),
        ("void", 2),
        ("restart",),
        ("recount",),
    )
)
happenings = st.lists(st.tuples(_TURN, st.lists(_CLICK, max_size=3)), min_size=8, max_size=30)
"""Turns of the calendar, each with the clicks that follow it."""


class School:
    """One classroom on a database of its own, and a clock that the happenings move."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.database = Database(url)
        self.now = EIGHT
        with self.database.writer.begin() as tx:
            self.classroom = a_classroom(tx).id

    def do(self, happening: tuple[object, ...]) -> None:
        """Let one thing happen, in a transaction of its own."""
        with self.database.writer.begin() as tx:
            match happening:
                case ("answer", str(person), int(back), bool(in_time)):
                    self.answer(tx, person, back, in_time=in_time)
                case ("next day",):
                    self.to(tx, self.next_event(tx), seen=True)
                case ("next day, unseen",):
                    self.to(tx, self.next_event(tx), seen=False)
                case ("away", int(days)):
                    self.to(tx, self.now + timedelta(days=days), seen=True)
                case ("extra",):
                    here = classrooms.get_classroom(tx, self.classroom)
                    assert here is not None
                    opening.ask_extra(tx, here, topic=None, minutes=60, now=self.now)
                    self.see(tx)
                case ("close early",):
                    self.on_the_newest(tx, None)
                case ("void", int(back)):
                    self.on_the_newest(tx, back)
                case ("recount",):
                    recount(tx, self.classroom)
        if happening == ("restart",):
            self.database.close()
            self.database = Database(self.url)

    def next_event(self, tx: Connection) -> datetime:
        return agenda.next_event(tx) or self.now

    def to(self, tx: Connection, moment: datetime, *, seen: bool) -> None:
        self.now = max(self.now, moment)
        take_due(tx, self.now)
        if seen:
            self.see(tx)

    def see(self, tx: Connection) -> None:
        """Every claimed card becomes visible."""
        for posting in postings.open_postings(tx, self.classroom):
            if posting.state is PostingState.CLAIMED:
                opening.confirm(tx, posting.id, MessageAddress(channel="c", message="m"), self.now)

    def answer(self, tx: Connection, person: str, back: int, *, in_time: bool) -> None:
        """A click on the newest posting or an older one, given before its close or now, that reaches us now."""
        number = next_number(tx, self.classroom) - 1 - back
        posting = postings.posting_numbered(tx, self.classroom, number)
        if posting is not None:
            clicked = min(self.now, posting.due_at + timedelta(minutes=1)) if in_time else self.now
            answering.record(tx, [a_click(posting.id, person, "A", at=clicked)])

    def on_the_newest(self, tx: Connection, void_back: int | None) -> None:
        here = classrooms.get_classroom(tx, self.classroom)
        assert here is not None
        try:
            if void_back is None:
                closing.close_now(tx, here, None, self.now)
            else:
                closing.void(tx, here, max(next_number(tx, here.id) - 1 - void_back, 1), self.now)
        except (Clash, NothingThere):
            return


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=20)
@given(happened=happenings)
def test_kept_standing_equals_the_fold_over_the_log(
    databases: Databases, kind: str, happened: list[tuple[tuple[object, ...], list[tuple[object, ...]]]]
) -> None:
    with TemporaryDirectory() as folder, databases.fresh(kind, Path(folder)) as url:
        school = School(url)

        for turn, clicks in happened:
            for happening in (turn, *clicks):
                school.do(happening)

        with school.database.writer.begin() as tx:
            assert _kept(tx, school.classroom) == _proved(tx, school.classroom)
            assert _shown(tx, school) == _explained(tx, school)
        school.database.close()


def _kept(tx: Connection, which: ClassroomId) -> dict[int, object]:
    return {learner: standings.standing_of(tx, which, learner) for learner in answers.answerers_of(tx, which)}


def _proved(tx: Connection, which: ClassroomId) -> dict[int, object]:
    scheduled, void = postings.scheduled_between(tx, [which])[which], postings.void_numbers(tx, which)
    return {
        learner: standing_from_log(scheduled, answers.logged_answers(tx, which, learner), void)
        for learner in answers.answerers_of(tx, which)
    }


def _shown(tx: Connection, school: School) -> list[object]:
    here = classrooms.get_classroom(tx, school.classroom)
    assert here is not None
    shown = [progress.me(tx, here, a_person(person).key, school.now).standing.streak for person in PEOPLE]
    return [(streak.current, streak.best, streak.freezes) for streak in shown]


def _explained(tx: Connection, school: School) -> list[object]:
    here = classrooms.get_classroom(tx, school.classroom)
    assert here is not None
    told = [progress.streak(tx, here, a_person(person).key).streak for person in PEOPLE]
    return [(streak.current, streak.best, streak.freezes) for streak in told]
