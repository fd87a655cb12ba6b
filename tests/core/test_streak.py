from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.posting import CLOSE_GRACE, Posting, PostingState
from bot.core.streak import MOST_FREEZES, Effect, Streak, Turn, explain, fold, turn_of
from tests.builders import MONDAY, a_history, a_posting

ANSWERED, MISSED, EXCUSED, PENDING = Turn.ANSWERED, Turn.MISSED, Turn.EXCUSED, Turn.PENDING
MINUTE = timedelta(minutes=1)

turns = st.lists(st.sampled_from(Turn), max_size=60)
histories = st.text("pppeluvxo", max_size=50).map(a_history)
number_sets = st.frozensets(st.integers(1, 50))


def test_every_answer_makes_the_streak_one_longer() -> None:
    assert fold([ANSWERED] * 3) == Streak(current=3, best=3, toward_freeze=3)


def test_a_miss_breaks_the_streak_and_keeps_the_best() -> None:
    assert fold([ANSWERED] * 3 + [MISSED]) == Streak(current=0, best=3, toward_freeze=3)


@pytest.mark.parametrize(("answers", "freezes"), [(0, 0), (6, 0), (7, 1), (13, 1), (14, 2), (21, 2), (70, 2)])
def test_every_seventh_answer_earns_a_freeze_up_to_two(answers: int, freezes: int) -> None:
    assert fold([ANSWERED] * answers).freezes == freezes


def test_answers_before_a_break_still_count_towards_the_next_freeze() -> None:
    assert fold([ANSWERED] * 6 + [MISSED, ANSWERED]) == Streak(current=1, best=6, freezes=1)


def test_a_freeze_keeps_the_streak_and_adds_nothing() -> None:
    assert fold([ANSWERED] * 7 + [MISSED]) == Streak(current=7, best=7)


def test_the_streak_goes_on_growing_after_a_frozen_posting() -> None:
    assert fold([ANSWERED] * 7 + [MISSED, ANSWERED]) == Streak(current=8, best=8, toward_freeze=1)


def test_a_second_miss_breaks_the_streak_when_one_freeze_was_held() -> None:
    assert fold([ANSWERED] * 7 + [MISSED, MISSED]) == Streak(current=0, best=7)


def test_two_freezes_cover_two_misses() -> None:
    assert fold([ANSWERED] * 14 + [MISSED, MISSED]) == Streak(current=14, best=14)


def test_an_absence_of_sixty_days_costs_two_freezes_and_the_streak() -> None:
    assert fold([ANSWERED] * 30 + [MISSED] * 60) == Streak(current=0, best=30, toward_freeze=2)


def test_no_freeze_is_spent_on_a_streak_of_zero() -> None:
    assert Streak(best=14, freezes=2).after(MISSED) == Streak(best=14, freezes=2)


def test_the_best_is_beaten_only_by_a_longer_streak() -> None:
    assert fold([ANSWERED] * 3 + [MISSED] + [ANSWERED] * 2).best == 3
    assert fold([ANSWERED] * 3 + [MISSED] + [ANSWERED] * 4).best == 4


@given(turns)
def test_excused_and_pending_postings_change_nothing(story: list[Turn]) -> None:
    counted = [turn for turn in story if turn in {ANSWERED, MISSED}]

    assert fold(story) == fold(counted)


@given(turns)
def test_a_streak_stays_within_its_bounds(story: list[Turn]) -> None:
    streak = fold(story)

    assert 0 <= streak.current <= streak.best <= story.count(ANSWERED)
    assert 0 <= streak.freezes <= min(MOST_FREEZES, story.count(ANSWERED) // 7)
    assert streak.toward_freeze == story.count(ANSWERED) % 7


@given(turns, turns)
def test_a_fold_may_be_interrupted_anywhere(before: list[Turn], after: list[Turn]) -> None:
    assert fold(after, fold(before)) == fold(before + after)


CLOSED = a_posting()


@pytest.mark.parametrize(
    ("posting", "turn"),
    [
        pytest.param(CLOSED, MISSED, id="closed at its plan"),
        pytest.param(replace(CLOSED, closed_at=CLOSED.closes_at + CLOSE_GRACE), MISSED, id="closed a little late"),
        pytest.param(
            replace(CLOSED, closed_at=CLOSED.closes_at + CLOSE_GRACE + MINUTE), EXCUSED, id="bot was down at the close"
        ),
        pytest.param(replace(CLOSED, closed_at=CLOSED.closes_at - MINUTE), EXCUSED, id="closed early"),
        pytest.param(a_posting(opened=False), EXCUSED, id="undelivered"),
        pytest.param(a_posting(state=PostingState.VOID), EXCUSED, id="void"),
        pytest.param(a_posting(state=PostingState.OPEN), PENDING, id="open"),
        pytest.param(a_posting(state=PostingState.CLAIMED, opened=False), PENDING, id="claimed"),
    ],
)
def test_a_posting_without_an_answer_is_missed_excused_or_pending(posting: Posting, turn: Turn) -> None:
    assert turn_of(posting, answered=False) is turn


@pytest.mark.parametrize("kind", ["p", "e", "l", "u", "v", "o"])
def test_an_answer_on_time_counts_whatever_became_of_the_posting(kind: str) -> None:
    [posting] = a_history(kind)

    assert turn_of(posting, answered=True) is ANSWERED


@given(histories, number_sets)
def test_the_explanation_ends_where_the_fold_does(postings: tuple[Posting, ...], answered: frozenset[int]) -> None:
    scheduled = [posting for posting in postings if posting.scheduled]

    steps = list(explain(postings, answered))

    folded = fold(turn_of(posting, answered=posting.number in answered) for posting in scheduled)
    assert (steps[-1].streak if steps else Streak()) == folded


@given(histories, number_sets)
def test_the_explanation_tells_every_scheduled_posting_from_the_first_answer_on(
    postings: tuple[Posting, ...], answered: frozenset[int]
) -> None:
    scheduled = [posting.number for posting in postings if posting.scheduled]
    first = min(answered.intersection(scheduled), default=99)

    steps = list(explain(postings, answered))

    assert [step.number for step in steps] == [number for number in scheduled if number >= first]


@pytest.mark.parametrize(
    ("kinds", "answered", "effects"),
    [
        pytest.param("ppp", {1, 3}, [Effect.GREW, Effect.BROKE, Effect.GREW], id="broken"),
        pytest.param("pppppppp", set(range(1, 8)), [Effect.GREW] * 7 + [Effect.FROZE], id="frozen"),
        pytest.param("ppp", {1}, [Effect.GREW, Effect.BROKE, Effect.NOTHING], id="nothing left to break"),
        pytest.param("peluv", {1}, [Effect.GREW] + [Effect.NOTHING] * 4, id="excused"),
        pytest.param("pv", {1, 2}, [Effect.GREW, Effect.GREW], id="void but answered"),
        pytest.param("po", {1}, [Effect.GREW, Effect.NOTHING], id="pending"),
        pytest.param("pxp", {1, 2, 3}, [Effect.GREW, Effect.GREW], id="extras are left out"),
    ],
)
def test_the_explanation_says_what_each_posting_did(kinds: str, answered: set[int], effects: list[Effect]) -> None:
    steps = explain(a_history(kinds), frozenset(answered))

    assert [step.effect for step in steps] == effects


def test_a_step_names_its_posting_and_the_streak_it_led_to() -> None:
    [_, step] = explain(a_history("pp"), frozenset({1}))

    assert (step.number, step.day, step.turn) == (2, MONDAY + timedelta(days=1), MISSED)
    assert step.streak == Streak(current=0, best=1, toward_freeze=1)


def test_a_step_tells_whether_its_posting_was_taken_back() -> None:
    steps = explain(a_history("pv"), frozenset({1, 2}))

    assert [step.void for step in steps] == [False, True]


def test_who_never_answered_has_nothing_to_explain() -> None:
    assert list(explain(a_history("pppp"), frozenset())) == []
