from dataclasses import replace
from datetime import date

import pytest

from bot.cards.blocks import Ranking
from bot.cards.plain import plain
from bot.cards.progress import board_card, freezes_in_words, mastery_in_words, progress_card, step_in_words, streak_card
from bot.core.address import LearnerId
from bot.core.mastery import Mastery
from bot.core.progress import Board, Progress, StreakStory
from bot.core.question import TopicId
from bot.core.standings import Period, Place, Score, Standing
from bot.core.streak import Effect, Step, Streak, Turn
from tests.builders import MONDAY

TITLES = {TopicId("fine-tuning"): "Fine-Tuning", TopicId("evaluation"): "Evaluation"}


def a_mastery(topic: str = "fine-tuning", *, answered: int = 7, correct: int = 5) -> Mastery:
    return Mastery(topic=TopicId(topic), answered=answered, correct=correct, rate=0.68, low=0.5, high=0.84)


def a_place(rank: int, name: str, correct: int, *, learner: int = 0) -> Place:
    score = Score(learner=LearnerId(learner), name=name, answered=10, correct=correct)
    return Place(rank=rank, score=score)


def a_board(*places: Place, own: Place | None = None, reader: int | None = 2, period: Period = Period.ALL) -> Board:
    return Board(period=period, places=places, own=own, reader=reader, ranked=len(places) + (own is not None))


def a_step(turn: Turn, effect: Effect, current: int, number: int = 1) -> Step:
    return Step(
        number=number,
        day=date.fromordinal(MONDAY.toordinal() + number - 1),
        turn=turn,
        effect=effect,
        streak=Streak(current=current),
    )


def test_progress() -> None:
    progress = Progress(
        standing=Standing(streak=Streak(current=3, best=5, freezes=2), answered=12, correct=8),
        rank=2,
        ranked=4,
        topics=(a_mastery(), a_mastery("evaluation", answered=2, correct=2)),
        titles=TITLES,
    )

    assert plain(progress_card(progress)) == (
        "Your progress\n\n"
        "Streak: 3 in a row (best 5)\n"
        "Freezes: 2 held, the most there can be\n"
        "Answered on time: 12, 8 of them correctly\n"
        "Rank of all time: 2 of 4\n\n"
        "By topic\n\n"
        "Evaluation: 2 of 2 right at first try; too few to tell more\n"
        "Fine-Tuning: 5 of 7 right at first try; about 68% (likely 50% to 84%)\n\n"
        "Recent answers weigh more. The true rate lies in the likely range four times in five."
    )


def test_who_has_not_answered_is_told_where_to_begin() -> None:
    nothing = Progress(standing=Standing(), rank=0, ranked=3, topics=(), titles=TITLES)

    assert plain(progress_card(nothing)) == (
        "Your progress\n\nYou have no answer on time here yet. /tutor today shows what is open."
    )


def test_a_topic_that_left_the_pack_keeps_its_id() -> None:
    progress = Progress(
        standing=Standing(answered=1), rank=1, ranked=1, topics=(a_mastery("old-topic"),), titles=TITLES
    )

    assert "old-topic: 5 of 7 right" in plain(progress_card(progress))


@pytest.mark.parametrize("answered", range(1, 5))
def test_few_answers_are_counted_and_not_rated(answered: int) -> None:
    told = mastery_in_words(a_mastery(answered=answered, correct=1))

    assert told == f"1 of {answered} right at first try; too few to tell more"


@pytest.mark.parametrize("answered", range(5, 12))
def test_a_rate_never_stands_without_counts_and_range(answered: int) -> None:
    told = mastery_in_words(a_mastery(answered=answered, correct=1))

    assert told == f"1 of {answered} right at first try; about 68% (likely 50% to 84%)"


@pytest.mark.parametrize(
    ("streak", "words"),
    [
        (Streak(), "0 held; the next after 7 more on time"),
        (Streak(freezes=1, toward_freeze=6), "1 held; the next after 1 more on time"),
        (Streak(freezes=2, toward_freeze=3), "2 held, the most there can be"),
    ],
)
def test_freezes(streak: Streak, words: str) -> None:
    assert freezes_in_words(streak) == words


STEPS = {
    (Turn.ANSWERED, Effect.GREW, 4): "answered on time: streak 4",
    (Turn.PENDING, Effect.NOTHING, 4): "still open: streak 4",
    (Turn.MISSED, Effect.FROZE, 4): "missed, a freeze kept the streak: 4",
    (Turn.MISSED, Effect.BROKE, 0): "missed: the streak is back to 0",
    (Turn.MISSED, Effect.NOTHING, 0): "missed: there was no streak to lose",
    (Turn.EXCUSED, Effect.NOTHING, 4): "could not be missed, so it changes nothing: streak 4",
}


@pytest.mark.parametrize(("kind", "words"), STEPS.items(), ids=STEPS.values())
def test_every_kind_of_step_has_its_reason(kind: tuple[Turn, Effect, int], words: str) -> None:
    assert step_in_words(a_step(*kind)) == words


def test_an_answer_to_what_was_taken_back_says_so() -> None:
    step = replace(a_step(Turn.ANSWERED, Effect.GREW, 4), void=True)

    assert step_in_words(step) == "answered on time and later taken back, which keeps the streak: 4"


def test_every_turn_is_tried() -> None:
    assert {turn for turn, _, _ in STEPS} == set(Turn)


@pytest.mark.parametrize(
    ("earlier", "words"),
    [(0, ""), (1, "1 earlier question is not shown.\n\n"), (9, "9 earlier questions are not shown.\n\n")],
)
def test_the_streak_and_its_reasons(earlier: int, words: str) -> None:
    story = StreakStory(
        streak=Streak(current=1, best=6),
        steps=(a_step(Turn.MISSED, Effect.BROKE, 0), a_step(Turn.ANSWERED, Effect.GREW, 1, 2)),
        earlier=earlier,
    )

    assert plain(streak_card(story)) == (
        "Your streak: 1\n\n"
        "Best: 6\nFreezes: 0 held; the next after 7 more on time\n\n"
        f"{words}"
        "Mon 30 Nov · question 1: missed: the streak is back to 0\n"
        "Tue 1 Dec · question 2: answered on time: streak 1\n\n"
        "Only scheduled questions that you could answer until their planned close can be missed; "
        "weekends, days off, extra questions and the bot's own failures never break a streak.\n\n"
        "A freeze keeps the streak over one missed question. Every 7 scheduled questions answered on time, "
        "right or wrong, earn one; 2 can be held."
    )


def test_a_stretch_without_any_streak_is_one_line() -> None:
    idle = [a_step(Turn.MISSED, Effect.NOTHING, 0, number) for number in (1, 2, 3)]
    steps = (*idle, a_step(Turn.ANSWERED, Effect.GREW, 1, 4), a_step(Turn.MISSED, Effect.BROKE, 0, 5))

    told = plain(streak_card(StreakStory(streak=Streak(best=1), steps=steps, earlier=0)))

    assert (
        "Mon 30 Nov to Wed 2 Dec · questions 1 to 3: 3 missed: there was no streak to lose\n"
        "Thu 3 Dec · question 4: answered on time: streak 1\n"
        "Fri 4 Dec · question 5: missed: the streak is back to 0\n"
    ) in told


def test_missed_questions_that_cost_something_are_never_one_line() -> None:
    steps = tuple(a_step(Turn.MISSED, Effect.FROZE, 4, number) for number in (1, 2))

    told = plain(streak_card(StreakStory(streak=Streak(current=4, best=4), steps=steps, earlier=0)))

    assert told.count("missed, a freeze kept the streak: 4") == 2


def test_a_streak_that_has_not_begun_says_how_it_begins() -> None:
    assert plain(streak_card(StreakStory(streak=Streak(), steps=(), earlier=0))) == (
        "Your streak: 0\n\nIt starts with your first scheduled question answered on time, right or wrong."
    )


def test_the_board_shares_ranks_and_marks_the_reader() -> None:
    board = a_board(a_place(1, "Ada", 9, learner=1), a_place(1, "Ben", 9, learner=2), a_place(3, "Chloé", 4, learner=3))

    assert plain(board_card(board)) == (
        "Most correct answers, all time\n\n"
        "1 Ada: 9 correct of 10\n1 Ben: 9 correct of 10 (you)\n3 Chloé: 4 correct of 10\n\n3 ranked"
    )


@pytest.mark.parametrize("name", ["Ben", ""], ids=["named", "without a name"])
def test_the_readers_own_rank_stands_below_when_it_is_not_among_the_best(name: str) -> None:
    board = a_board(a_place(1, "Ada", 9, learner=1), own=a_place(14, name, 2, learner=2))

    ranking = next(block for block in board_card(board) if isinstance(block, Ranking))

    assert (ranking.rows[-1].rank, ranking.rows[-1].name, ranking.rows[-1].you) == ("14", name or "You", True)


@pytest.mark.parametrize("reader", [2, None], ids=["without an answer", "never seen"])
def test_who_is_not_ranked_is_told_how_to_be(reader: int | None) -> None:
    told = plain(board_card(a_board(a_place(1, "Ada", 9, learner=1), reader=reader)))

    assert told.endswith("1 ranked. You are not ranked yet: one answer on time is enough.")


@pytest.mark.parametrize(
    ("period", "title", "nobody"),
    [
        (Period.WEEK, "this week", "Nobody has answered on time this week yet."),
        (Period.MONTH, "this month", "Nobody has answered on time this month yet."),
        (Period.ALL, "all time", "Nobody has answered on time yet."),
    ],
)
def test_an_empty_board(period: Period, title: str, nobody: str) -> None:
    assert plain(board_card(a_board(period=period))) == f"Most correct answers, {title}\n\n{nobody}"
