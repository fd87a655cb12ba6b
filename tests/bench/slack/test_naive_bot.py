"""The reference bot must do what the tutor does, or the comparison is worth nothing."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.cards.feedback import feedback_card
from bot.cards.plain import plain
from bot.core.grading import AlreadyAnswered, Graded, Late, Submission
from bot.store.database import Database
from bot.store.tables import answer, learner, standing
from bot.tutor import answering
from bot.tutor.explaining import explain
from tests.bench.slack.clicks import TEAM, learner_id, learner_name
from tests.bench.slack.ground import Ground, caller_of, prepared
from tests.bench.slack.naive_answers import NaiveAnswers, Person

KNOWN, NEW = learner_id(1), learner_id(9)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
TOO_LATE = NOON + timedelta(days=1)


@pytest.fixture(scope="module")
def prototype(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    """A ground to be copied."""
    file = tmp_path_factory.mktemp("ground") / "prototype.db"
    return prepared(f"sqlite:///{file}", [learner_id(number) for number in range(4)], now=NOON)


@pytest.fixture
def ground(prototype: Ground, tmp_path: Path) -> Ground:
    return a_copy(prototype, tmp_path / "naive.db")


@pytest.fixture
def same(prototype: Ground, tmp_path: Path) -> Ground:
    """The ground once more, for the tutor."""
    return a_copy(prototype, tmp_path / "tutor.db")


@pytest.fixture
async def naive(ground: Ground) -> AsyncIterator[NaiveAnswers]:
    opened = NaiveAnswers(ground.database_url)
    yield opened
    await opened.close()


def a_copy(ground: Ground, file: Path) -> Ground:
    shutil.copy(ground.database_url.removeprefix("sqlite:///"), file)
    return replace(ground, database_url=f"sqlite:///{file}")


def person(who: str) -> Person:
    return Person(TEAM, who, learner_name(who))


def told_by_the_tutor(ground: Ground, who: str, letter: str, at: datetime) -> str:
    """Its reply as text; the answer is stored."""
    submission = Submission(posting=ground.posting, caller=caller_of(who), letters=(letter,), clicked_at=at)
    database = Database(ground.database_url)
    with database.writer.begin() as tx:
        (outcome,) = answering.record(tx, [submission])
        assert isinstance(outcome, Graded | Late | AlreadyAnswered)
        reply = plain(feedback_card(explain(tx, outcome, at)))
    database.close()
    return reply


def left_behind(ground: Ground) -> dict[str, list[tuple[object, ...]]]:
    """Every answer, standing and learner."""
    database = Database(ground.database_url)
    with database.reader.begin() as tx:
        found = {
            table.name: sorted((tuple(row) for row in tx.execute(select(table))), key=repr)
            for table in (answer, standing, learner)
        }
    database.close()
    return found


def first_words(reply: str) -> str:
    return reply.splitlines()[0]


@pytest.mark.parametrize(
    ("who", "letter"),
    [
        pytest.param(KNOWN, "A", id="a-known-learner-picks-a"),
        pytest.param(KNOWN, "B", id="a-known-learner-picks-b"),
        pytest.param(KNOWN, "C", id="a-known-learner-picks-c"),
        pytest.param(NEW, "D", id="a-newcomer-picks-d"),
    ],
)
async def test_it_stores_and_says_what_the_tutor_does(
    naive: NaiveAnswers, ground: Ground, same: Ground, who: str, letter: str
) -> None:
    told = await naive.answered(person(who), ground.posting, letter, NOON)
    expected = told_by_the_tutor(same, who, letter, NOON)

    assert first_words(told) == first_words(expected)
    assert left_behind(ground) == left_behind(same)


async def test_it_keeps_a_late_answer_as_the_tutor_does(naive: NaiveAnswers, ground: Ground, same: Ground) -> None:
    told = await naive.answered(person(KNOWN), ground.posting, ground.letter, TOO_LATE)
    expected = told_by_the_tutor(same, KNOWN, ground.letter, TOO_LATE)

    assert first_words(told) == first_words(expected) == "Closed"
    assert left_behind(ground) == left_behind(same)


async def test_a_second_click_changes_nothing(naive: NaiveAnswers, ground: Ground) -> None:
    await naive.answered(person(KNOWN), ground.posting, "A", NOON)
    before = left_behind(ground)

    told = await naive.answered(person(KNOWN), ground.posting, "B", NOON)

    assert first_words(told) == "Already answered"
    assert left_behind(ground) == before


async def test_its_reply_is_about_as_long_as_the_tutors(naive: NaiveAnswers, ground: Ground, same: Ground) -> None:
    told = await naive.answered(person(KNOWN), ground.posting, ground.letter, NOON)

    assert len(told) == pytest.approx(len(told_by_the_tutor(same, KNOWN, ground.letter, NOON)), rel=0.1)
