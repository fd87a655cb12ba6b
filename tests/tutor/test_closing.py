"""Closing and taking back: what is owed, what counts, and what breaks no streak."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection, select

from bot.core.address import MessageAddress, Platform
from bot.core.errors import Clash, NothingThere
from bot.core.posting import PostingState
from bot.core.shares import Shares
from bot.store import deliveries, postings
from bot.store.tables import delivery
from bot.tutor import closing, opening, progress
from tests.builders import NINE, a_classroom, a_person
from tests.tutor.school import click, pass_time, the_open

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def owed(tx: Connection) -> list[str]:
    return sorted(tx.execute(select(delivery.c.key).where(delivery.c.state == "due")).scalars())


def delivered(tx: Connection) -> None:
    """Everything owed so far was sent."""
    for item in deliveries.claim_due(tx, now=NINE + 300 * DAY, shares=Shares(Platform.WEB, 100)):
        deliveries.mark_sent(tx, item, MessageAddress(channel="c", message="m1"))


def test_a_visible_question_owes_its_closed_card_and_its_reveal(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    delivered(tx)

    closing.close_due(tx, NINE + DAY)

    assert owed(tx) == ["close:1", "reveal:1:1"]


def test_a_question_that_was_never_visible_owes_nothing_at_its_close(tx: Connection) -> None:
    a_classroom(tx)
    opening.claim_due(tx, NINE)

    closing.close_due(tx, NINE + DAY)

    assert owed(tx) == ["open:1"]


def test_the_newest_open_question_closes_when_no_number_is_given(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    opening.ask_extra(tx, classroom, topic=None, minutes=None, now=NINE)

    closed = closing.close_now(tx, classroom, None, NINE)

    assert closed.number == 2
    assert [posting.number for posting in postings.open_postings(tx, classroom.id)] == [1]


def test_with_nothing_open_it_says_so(tx: Connection) -> None:
    classroom = a_classroom(tx)

    with pytest.raises(NothingThere, match="No question is open"):
        closing.close_now(tx, classroom, None, NINE)


def test_a_number_that_is_not_open_names_those_that_are(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)

    with pytest.raises(NothingThere, match="#7 is not open; open: #1"):
        closing.close_now(tx, classroom, 7, NINE)


def test_an_early_close_breaks_nobodys_streak(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    click(tx, the_open(tx, classroom.id))
    pass_time(tx, classroom.id, NINE + DAY)

    closing.close_now(tx, classroom, None, NINE + DAY + HOUR)
    pass_time(tx, classroom.id, NINE + 2 * DAY)

    assert progress.me(tx, classroom, a_person().key, NINE).standing.streak.current == 1


def test_a_close_that_came_late_because_the_bot_was_away_breaks_nobodys_streak(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    click(tx, the_open(tx, classroom.id))
    pass_time(tx, classroom.id, NINE + DAY)

    closing.close_due(tx, NINE + 2 * DAY + HOUR)

    assert progress.me(tx, classroom, a_person().key, NINE).standing.streak.current == 1


def test_a_void_question_keeps_the_streak_of_who_answered_and_counts_for_nobody(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)
    click(tx, posting)

    closing.void(tx, classroom, posting.number, NINE + HOUR)

    standing = progress.me(tx, classroom, a_person().key, NINE).standing
    assert (standing.streak.current, standing.answered) == (1, 0)


def test_a_void_question_gives_back_the_streak_of_who_missed_it(tx: Connection) -> None:
    classroom = a_classroom(tx)
    for day in (0, 2):
        pass_time(tx, classroom.id, NINE + day * DAY)
        click(tx, the_open(tx, classroom.id))

    closing.void(tx, classroom, 2, NINE + 2 * DAY)

    assert progress.me(tx, classroom, a_person().key, NINE).standing.streak.current == 2


def test_what_was_taken_back_cannot_be_taken_back_again(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    closing.void(tx, classroom, 1, NINE)

    with pytest.raises(Clash, match="#1 was taken back already"):
        closing.void(tx, classroom, 1, NINE)


def test_a_void_question_takes_no_answers_and_stays_void_at_its_close(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    closing.void(tx, classroom, 1, NINE)

    closing.close_due(tx, NINE + DAY)

    posting = postings.posting_numbered(tx, classroom.id, 1)
    assert posting is not None
    assert posting.state is PostingState.VOID
