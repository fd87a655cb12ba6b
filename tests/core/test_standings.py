import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.address import LearnerId
from bot.core.posting import Posting
from bot.core.standings import LoggedAnswer, Score, Standing, ranked, standing_from_log
from bot.core.streak import Streak, fold, turn_of
from tests.builders import a_history, a_posting

Met = tuple[str, bool | None]
"""A kind of posting (see `a_history`), and the verdict of the learner's answer on time if there is one."""
verdicts = st.sampled_from([None, None, True, False])
SCHEDULED, EXTRA, UNANSWERED_VOID = st.sampled_from("pppelu"), st.sampled_from("x"), ("v", None)
kept = st.lists(st.tuples(SCHEDULED | EXTRA, verdicts) | st.just(UNANSWERED_VOID), max_size=60)
with_voids = st.lists(st.tuples(st.sampled_from("pppeluxxv"), verdicts), max_size=30)


def postings_of(story: list[Met]) -> tuple[Posting, ...]:
    return a_history("".join(kind for kind, _ in story))


def scheduled_of(story: list[Met]) -> list[Posting]:
    return [posting for posting in postings_of(story) if posting.scheduled]


def answers_of(story: list[Met]) -> list[LoggedAnswer]:
    return [
        LoggedAnswer(number=number, correct=correct)
        for number, (_, correct) in enumerate(story, start=1)
        if correct is not None
    ]


def from_log(story: list[Met]) -> Standing:
    void = frozenset(number for number, (kind, _) in enumerate(story, start=1) if kind == "v")
    return standing_from_log(scheduled_of(story), answers_of(story), void)


def answer_by_answer(story: list[Met], *, start: Standing | None = None, after: int = 0) -> Standing:
    """What the bot does: each answer moves the stored standing, which knows the postings up to then."""
    standing, postings, scheduled = start or Standing(), postings_of(story), scheduled_of(story)
    for answer in answers_of(story):
        if answer.number > after:
            since = [posting for posting in scheduled if posting.number < answer.number]
            standing = standing.with_answer(postings[answer.number - 1], correct=answer.correct, since=since)
    return standing


@given(kept)
def test_the_standing_kept_answer_by_answer_is_the_one_the_log_proves(story: list[Met]) -> None:
    assert answer_by_answer(story) == from_log(story)


@given(with_voids, kept)
def test_a_standing_rebuilt_after_a_void_is_kept_right_from_there(before: list[Met], after: list[Met]) -> None:
    story = before + after

    standing = answer_by_answer(story, start=from_log(before), after=len(before))

    assert standing == from_log(story)


@given(kept, st.sampled_from(["", "o"]))
def test_a_standing_caught_up_has_the_streak_of_the_whole_log(story: list[Met], today: str) -> None:
    now: list[Met] = [*story, *((kind, None) for kind in today)]
    numbers = {answer.number for answer in answers_of(story)}

    standing = answer_by_answer(story).caught_up(scheduled_of(now))

    folded = fold(turn_of(posting, answered=posting.number in numbers) for posting in scheduled_of(now))
    assert standing.streak == folded


@given(kept, kept)
def test_catching_up_between_answers_changes_nothing(before: list[Met], after: list[Met]) -> None:
    story = [*before, *after, ("p", True)]

    caught_up = answer_by_answer(before).caught_up(scheduled_of(before))

    assert answer_by_answer(story, start=caught_up, after=len(before)) == answer_by_answer(story)


@given(kept)
def test_catching_up_twice_changes_nothing(story: list[Met]) -> None:
    once = answer_by_answer(story).caught_up(scheduled_of(story))

    assert once.caught_up(scheduled_of(story)) == once


def test_a_right_answer_counts_twice_and_a_wrong_one_once() -> None:
    right = Standing().with_answer(a_posting(1), correct=True, since=())

    both = right.with_answer(a_posting(2), correct=False, since=())

    assert (both.answered, both.correct, both.streak.current, both.through) == (2, 1, 2, 2)


def test_an_extra_answer_moves_only_the_counts() -> None:
    before = Standing(streak=Streak(current=4, best=4), through=1, answered=4, correct=2)

    after = before.with_answer(a_posting(3, scheduled=False), correct=True, since=a_history("pp"))

    assert after == Standing(streak=Streak(current=4, best=4), through=1, answered=5, correct=3)


def test_an_answer_notices_what_was_missed_before_it() -> None:
    first = Standing().with_answer(a_posting(1), correct=True, since=())

    after = first.with_answer(a_posting(3), correct=True, since=a_history("pp"))

    assert after.streak == Streak(current=1, best=1, toward_freeze=2)


def test_postings_from_the_answered_one_on_are_not_missed() -> None:
    first = Standing().with_answer(a_posting(1), correct=True, since=())

    after = first.with_answer(a_posting(2), correct=True, since=a_history("pppp"))

    assert after.streak.current == 2


@pytest.mark.parametrize("number", [1, 2])
def test_an_answer_to_what_is_folded_in_is_refused(number: int) -> None:
    standing = Standing(through=2)

    with pytest.raises(ValueError, match=f"posting {number} is already folded in"):
        standing.with_answer(a_posting(number), correct=True, since=())


def test_a_void_question_keeps_the_streak_and_counts_nowhere_else() -> None:
    standing = from_log([("p", True), ("v", True), ("x", False)])

    assert standing == Standing(streak=Streak(current=2, best=2, toward_freeze=2), through=2, answered=2, correct=1)


def test_a_void_extra_question_counts_nowhere() -> None:
    standing = standing_from_log([], [LoggedAnswer(number=1, correct=True)], frozenset({1}))

    assert standing == Standing()


def test_what_passed_after_the_last_answer_is_left_to_catching_up() -> None:
    standing = from_log([("p", True), ("p", None)])

    assert (standing.streak.current, standing.through) == (1, 1)
    assert standing.caught_up(a_history("pp")).streak.current == 0


def test_an_open_posting_is_not_folded_in() -> None:
    standing = Standing(streak=Streak(current=1, best=1), through=1)

    assert standing.caught_up(a_history("po")) == standing


def a_score(name: str, correct: int, answered: int = 100, *, learner: int = 1) -> Score:
    return Score(learner=LearnerId(learner), name=name, answered=answered, correct=correct)


def test_equal_scores_share_a_rank_and_the_next_is_left_out() -> None:
    places = ranked([a_score("cy", 3), a_score("bo", 5), a_score("al", 5), a_score("di", 3), a_score("ed", 1)])

    assert [(place.rank, place.score.name) for place in places] == [
        (1, "al"),
        (1, "bo"),
        (3, "cy"),
        (3, "di"),
        (5, "ed"),
    ]


def test_one_of_one_never_stands_above_ninety_of_a_hundred() -> None:
    places = ranked([a_score("lucky", 1, 1), a_score("steady", 90, 100)])

    assert [(place.rank, place.score.name) for place in places] == [(1, "steady"), (2, "lucky")]


def test_wrong_answers_cost_nothing() -> None:
    places = ranked([a_score("bold", 5, 100), a_score("careful", 5, 5)])

    assert [place.rank for place in places] == [1, 1]


@given(st.permutations([a_score("Bo", 5, learner=1), a_score("bo", 5, learner=2), a_score("al", 5, learner=3)]))
def test_a_shared_rank_is_ordered_by_name_and_then_by_number(scores: list[Score]) -> None:
    assert [place.score.learner for place in ranked(scores)] == [3, 1, 2]


def test_an_empty_board_has_no_places() -> None:
    assert ranked([]) == ()
