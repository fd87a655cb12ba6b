from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.posting import CLOSE_GRACE, LETTERS, Posting, PostingState
from bot.core.question import ChoiceId
from tests.builders import NINE, a_posting

PLAN = a_posting().closes_at
TICK = timedelta(microseconds=1)
EARLY = PLAN - timedelta(hours=5)
ORDER = tuple(ChoiceId(place) for place in (2, 0, 3, 1))


@pytest.mark.parametrize(
    ("posting", "clicked_at", "on_time"),
    [
        pytest.param(a_posting(state=PostingState.OPEN), PLAN - TICK, True, id="open, just before the plan"),
        pytest.param(a_posting(state=PostingState.OPEN), PLAN, False, id="open, at the plan"),
        pytest.param(a_posting(state=PostingState.OPEN), NINE, True, id="open, at once"),
        pytest.param(a_posting(state=PostingState.CLAIMED, opened=False), NINE, True, id="not confirmed yet"),
        pytest.param(a_posting(early=True), EARLY - TICK, True, id="before an early close, known late"),
        pytest.param(a_posting(early=True), EARLY, False, id="at an early close"),
        pytest.param(a_posting(late=True), PLAN - TICK, True, id="before the plan, closed late"),
        pytest.param(a_posting(late=True), PLAN, False, id="after the plan, closed late"),
    ],
)
def test_a_click_is_on_time_before_the_close_that_came_first(
    posting: Posting, clicked_at: datetime, on_time: bool
) -> None:
    assert posting.on_time(clicked_at) is on_time


CLOSED = a_posting()


@pytest.mark.parametrize(
    ("posting", "could_be_missed"),
    [
        pytest.param(CLOSED, True, id="closed at its plan"),
        pytest.param(replace(CLOSED, closed_at=PLAN + CLOSE_GRACE), True, id="closed within the grace"),
        pytest.param(replace(CLOSED, closed_at=PLAN + CLOSE_GRACE + TICK), False, id="closed after the grace"),
        pytest.param(replace(CLOSED, closed_at=PLAN - TICK), False, id="closed early"),
        pytest.param(replace(CLOSED, opened_at=None), False, id="never visible"),
        pytest.param(a_posting(state=PostingState.CLAIMED), False, id="claimed"),
        pytest.param(a_posting(state=PostingState.OPEN), False, id="open"),
        pytest.param(a_posting(state=PostingState.VOID), False, id="void"),
        pytest.param(a_posting(state=PostingState.SKIPPED), False, id="skipped"),
    ],
)
def test_only_what_was_visible_until_its_planned_close_can_be_missed(posting: Posting, could_be_missed: bool) -> None:
    assert posting.could_be_missed is could_be_missed


@pytest.mark.parametrize(
    ("state", "takes_answers"),
    [
        (PostingState.CLAIMED, True),
        (PostingState.OPEN, True),
        (PostingState.CLOSED, False),
        (PostingState.VOID, False),
        (PostingState.SKIPPED, False),
    ],
)
def test_a_posting_takes_answers_from_its_claim_to_its_close(state: PostingState, takes_answers: bool) -> None:
    assert a_posting(state=state).takes_answers is takes_answers


def test_a_posting_with_a_date_is_scheduled() -> None:
    assert a_posting().scheduled
    assert not a_posting(scheduled=False).scheduled


def test_letters_name_the_choices_as_they_were_shown() -> None:
    posting = replace(a_posting(), order=ORDER)

    assert [posting.choice_at(letter) for letter in "ABCD"] == [2, 0, 3, 1]
    assert posting.letters == ("A", "B", "C", "D")


@given(st.permutations(range(len(LETTERS))), st.integers(1, len(LETTERS)))
def test_a_letter_leads_to_its_choice_and_back(places: list[int], choices: int) -> None:
    posting = replace(a_posting(), order=tuple(ChoiceId(place) for place in places[:choices]))

    back = [posting.letter_of(choice) for choice in posting.order]

    assert tuple(back) == posting.letters
    assert [posting.choice_at(letter) for letter in posting.letters] == list(posting.order)


def test_a_small_letter_is_as_good() -> None:
    assert replace(a_posting(), order=ORDER).choice_at("c") == 3


@pytest.mark.parametrize("letter", ["", "E", "K", "Z", "AB", "A ", " ", "1", "ß", "Ä", "\n"])
def test_a_letter_that_the_card_did_not_have_names_no_choice(letter: str) -> None:
    assert a_posting().choice_at(letter) is None
