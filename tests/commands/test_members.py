import re
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.cards.blocks import AnswerButtons, Mention
from bot.core.errors import BadInput, NoClassroom
from bot.core.question import ChoiceId
from bot.tutor import answering
from tests.builders import NINE, a_classroom, a_click, a_person
from tests.commands.typed import answer, opened, typed

ADA = a_person("ada")
BEN = a_person("ben")


@pytest.fixture
def room(tx: Connection) -> Connection:
    """A database with a daily classroom at nine that mentions a group."""
    a_classroom(tx, ping="group")
    return tx


def click(tx: Connection, name: str) -> None:
    """A person answers the day's question rightly."""
    asked = opened(tx)
    answering.record(tx, [a_click(asked.id, name, asked.letter_of(ChoiceId(0)), at=NINE)])


def test_today_shows_the_open_question_to_be_answered_and_mentions_nobody(room: Connection) -> None:
    asked = opened(room)

    card = answer(room, "/tutor today", by=ADA, now=NINE)

    assert isinstance(card, tuple)
    assert AnswerButtons(posting=asked.id, letters=("A", "B", "C", "D")) in card
    assert not any(isinstance(block, Mention) for block in card)


def test_today_repeats_the_breakdown_to_who_has_answered(room: Connection) -> None:
    click(room, "ada")

    told = typed(room, "/tutor today", by=ADA, now=NINE)

    assert re.match(r"Question 1: your answer [A-D] was correct\n\nStem of ", told)
    assert typed(room, "/tutor today", by=BEN, now=NINE).startswith("Question 1 · ")


def test_today_shows_the_days_question_before_extra_ones(room: Connection) -> None:
    opened(room)
    typed(room, "/classroom ask", now=NINE)

    told = typed(room, "/tutor today", by=ADA, now=NINE)

    assert told.index("Question 1 ·") < told.index("Extra question 2")


def test_today_says_when_nothing_is_open(room: Connection) -> None:
    assert typed(room, "/tutor today", by=ADA).startswith("No question is open\n\nThe next one comes by itself.")


def test_me_tells_streak_accuracy_and_rank(room: Connection) -> None:
    click(room, "ada")

    told = typed(room, "/tutor me", by=ADA, now=NINE)

    assert "Streak: 1 in a row (best 1)" in told
    assert "Answered on time: 1, 1 of them correctly" in told
    assert "Rank of all time: 1 of 1" in told
    assert "1 of 1 right at first try; too few to tell more" in told


def test_me_has_a_word_for_who_has_not_answered(room: Connection) -> None:
    assert "You have no answer on time here yet" in typed(room, "/tutor me", by=ADA)


def test_streak_gives_the_reason_of_each_step(room: Connection) -> None:
    click(room, "ada")
    opened(room, NINE + timedelta(days=1))

    told = typed(room, "/tutor streak", by=ADA, now=NINE + timedelta(days=1))

    assert told.startswith("Your streak: 1\n\n")
    assert "Mon 30 Nov · question 1: answered on time: streak 1\nTue 1 Dec · question 2: still open: streak 1" in told


@pytest.mark.parametrize("words", ["", "period=week", "period = Month", "ALL", "week"])
def test_top_shows_the_board_and_the_readers_place(room: Connection, words: str) -> None:
    click(room, "ada")

    told = typed(room, f"/tutor top {words}", by=ADA, now=NINE)

    assert "1 Ada: 1 correct of 1 (you)" in told


@pytest.mark.parametrize("word", ["year", "period=weeks", "period=this week"])
def test_top_names_the_periods_there_are(room: Connection, word: str) -> None:
    with pytest.raises(BadInput, match=r"is not one of week, month, all\.") as caught:
        typed(room, f"/tutor top {word}", by=ADA)

    assert caught.value.example == "period=week"


@pytest.mark.parametrize("name", ["today", "me", "streak", "top"])
def test_members_are_told_where_there_is_no_classroom(tx: Connection, name: str) -> None:
    with pytest.raises(NoClassroom, match="This channel has no classroom"):
        typed(tx, f"/tutor {name}", by=ADA)


@pytest.mark.parametrize("name", ["today", "me", "streak", "help"])
def test_what_takes_no_parameter_says_so(room: Connection, name: str) -> None:
    with pytest.raises(BadInput, match=r"means nothing to /tutor .* It takes nothing more"):
        typed(room, f"/tutor {name} please", by=ADA)
