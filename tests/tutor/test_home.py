"""A person's own page: only where they answered, and for staff what comes next everywhere."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.store import workspaces
from bot.tutor.home import home
from bot.tutor.setup import Wish, set_up
from tests.builders import CHANNEL, EIGHT, NINE, a_classroom, a_person, an_admin
from tests.tutor.school import click, pass_time, the_open

DAY = timedelta(days=1)


@pytest.fixture
def here(tx: Connection) -> Classroom:
    """A classroom whose first question is open, and a second one in another channel."""
    made = a_classroom(tx)
    set_up(tx, an_admin(), replace(CHANNEL, channel="quiz-lounge"), Wish(), seed="seed", now=EIGHT)
    pass_time(tx, made.id, NINE)
    return made


def test_a_newcomer_is_shown_no_classroom(tx: Connection, here: Classroom) -> None:
    found = home(tx, a_person(), NINE)

    assert (found.seats, found.plans) == ((), ())
    assert here.next_slot is not None


def test_a_learner_sees_the_classroom_they_answer_in(tx: Connection, here: Classroom) -> None:
    click(tx, the_open(tx, here.id))

    (seat,) = home(tx, a_person(), NINE).seats

    assert seat.classroom.id == here.id
    assert seat.progress.standing.answered == 1
    assert seat.unanswered == ()


def test_what_is_open_and_unanswered_waits_there(tx: Connection, here: Classroom) -> None:
    click(tx, the_open(tx, here.id))
    pass_time(tx, here.id, NINE + DAY)

    (seat,) = home(tx, a_person(), NINE + DAY).seats

    assert [asked.posting.number for asked in seat.unanswered] == [2]


@pytest.mark.parametrize("way", ["manages", "listed"])
def test_staff_see_the_next_posts_of_every_classroom(tx: Connection, here: Classroom, way: str) -> None:
    who = a_person("kim", manages=way == "manages")
    if way == "listed":
        workspaces.add_staff(tx, who.key, by="dana")

    plans = home(tx, who, NINE).plans

    assert [plan.classroom.address.channel for plan in plans] == [here.address.channel, "quiz-lounge"]
    assert all(plan.coming for plan in plans)
