from dataclasses import replace

import pytest
from sqlalchemy import Connection

from bot.cards.home import home_cards
from bot.cards.plain import plain
from bot.core.classroom import ClassroomState
from bot.core.home import Home, Plan
from bot.tutor.home import home
from tests.builders import NINE, a_classroom, a_person, an_admin
from tests.tutor.school import click, pass_time, the_open


@pytest.fixture
def answered(tx: Connection) -> Home:
    """The page of an admin who has answered the first question, at the opening of the second."""
    here = a_classroom(tx)
    pass_time(tx, here.id, NINE)
    click(tx, the_open(tx, here.id), "dana")
    second = NINE.replace(day=NINE.day)
    pass_time(tx, here.id, second)
    return home(tx, an_admin(), second)


def told(page: Home) -> str:
    return "\n\n---\n\n".join(plain(card) for card in home_cards(page))


def test_a_newcomer_is_told_how_it_begins(tx: Connection) -> None:
    a_classroom(tx)

    assert told(home(tx, a_person(), NINE)).startswith("Welcome\n\nAnswer a question in a channel")


def test_a_learner_sees_streak_and_topics(answered: Home) -> None:
    words = told(answered)

    assert words.startswith("In: genl-daily\n\nYour progress\n\nStreak: 1 in a row (best 1)")
    assert "By topic" in words


def test_staff_see_when_the_next_question_comes(answered: Home) -> None:
    assert "Classrooms\n\n1 · ncp-genl: next" in told(answered)


def test_a_paused_classroom_says_how_it_goes_on(answered: Home) -> None:
    (plan,) = answered.plans
    paused = replace(plan.classroom, state=ClassroomState.PAUSED)

    words = told(Home(seats=(), plans=(Plan(classroom=paused, coming=()),)))

    assert "1 · ncp-genl: paused; /classroom resume goes on. In genl-daily" in words


def test_what_does_not_fit_is_counted(answered: Home) -> None:
    seats, plans = answered.seats * 5, answered.plans * 23

    words = told(Home(seats=seats, plans=plans))

    assert "You also answer in 2 more: /tutor me there shows how." in words
    assert "3 more: trapwise classroom on the server lists all." in words
