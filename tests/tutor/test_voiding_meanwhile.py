"""A question is taken back while another process stores an answer to it."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.core.grading import Graded, Outcome, Void
from bot.core.posting import Posting
from bot.core.standings import Standing, standing_from_log
from bot.store import answers, postings, standings
from bot.store.database import Database
from bot.tutor import answering, closing
from tests.builders import NINE, a_classroom, a_click
from tests.databases import on_postgresql
from tests.tutor.school import click, pass_time, the_open

pytestmark = on_postgresql
NOW = NINE + timedelta(days=2)


@pytest.fixture
def here(database: Database) -> Classroom:
    """A classroom in which Ada answered two questions, and the third is open."""
    with database.writer.begin() as tx:
        made = a_classroom(tx)
        for day in range(3):
            pass_time(tx, made.id, NINE + timedelta(days=day))
            if day < 2:
                click(tx, the_open(tx, made.id))
    return made


def answer(database: Database, posting: Posting) -> Outcome:
    with database.writer.begin() as tx:
        return answering.record(tx, [a_click(posting.id, at=NOW)])[0]


def take_back(database: Database, here: Classroom, number: int) -> None:
    with database.writer.begin() as tx:
        closing.void(tx, here, number, NOW)


def waits(future: "Future[Any]") -> bool:
    return not wait([future], timeout=0.2).done


def kept(tx: Connection, here: Classroom) -> list[Standing]:
    return [standings.standing_of(tx, here.id, learner) for learner in answers.answerers_of(tx, here.id)]


def folded(tx: Connection, here: Classroom) -> list[Standing]:
    scheduled, void = postings.scheduled_between(tx, [here.id])[here.id], postings.void_numbers(tx, here.id)
    return [
        standing_from_log(scheduled, answers.logged_answers(tx, here.id, learner), void)
        for learner in answers.answerers_of(tx, here.id)
    ]


@pytest.mark.parametrize("number", [2, 3], ids=["an earlier one", "the same"])
def test_an_answer_on_its_way_is_in_the_rebuilt_standing(database: Database, here: Classroom, number: int) -> None:
    with ThreadPoolExecutor(1) as pool:
        with database.writer.begin() as tx:
            outcome = answering.record(tx, [a_click(the_open(tx, here.id).id, at=NOW)])[0]
            back = pool.submit(take_back, database, here, number)
            waited = waits(back)
        back.result(timeout=10)

    assert waited
    assert isinstance(outcome, Graded)
    with database.reader.begin() as tx:
        assert kept(tx, here) == folded(tx, here)


@pytest.mark.parametrize(("number", "outcome"), [(2, Graded), (3, Void)], ids=["an earlier one", "the same"])
def test_an_answer_after_it_knows_of_it(
    database: Database, here: Classroom, number: int, outcome: type[Outcome]
) -> None:
    with ThreadPoolExecutor(1) as pool:
        with database.writer.begin() as tx:
            posting = the_open(tx, here.id)
            closing.void(tx, here, number, NOW)
            later = pool.submit(answer, database, posting)
            waited = waits(later)
        came_of_it = later.result(timeout=10)

    assert waited
    assert isinstance(came_of_it, outcome)
    with database.reader.begin() as tx:
        assert kept(tx, here) == folded(tx, here)
