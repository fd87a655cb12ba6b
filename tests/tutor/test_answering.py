"""Answering: the first answer counts, whenever and however often it is sent."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, func, select

from bot.core.address import Platform, WorkspaceKey
from bot.core.grading import AlreadyAnswered, Graded, Greeting, Late, UnknownPosting, Void, WrongCount
from bot.core.mastery import Evidence
from bot.core.posting import PostingId
from bot.store import answers, packs, standings
from bot.store.tables import answer
from bot.tutor import answering, closing, opening, progress
from bot.tutor.asking import counted_question
from bot.tutor.explaining import explain
from tests.builders import NINE, a_classroom, a_click, a_pack, a_person, a_question
from tests.tutor.school import click, make_visible, pass_time, right_letters, the_open

DAY = timedelta(days=1)


def stored(tx: Connection) -> int:
    return tx.execute(select(func.count()).select_from(answer)).scalar_one()


def evidence(tx: Connection, outcome: Graded | Late) -> list[Evidence]:
    """What the learner's answers prove in the classroom of this one."""
    own = outcome.answer.posting.classroom, outcome.answer.learner
    return answers.evidence_of(tx, {own})[own]


def test_a_right_answer_is_graded_by_choice_whatever_its_letter(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)

    outcome = click(tx, posting, letters=right_letters(posting))

    assert isinstance(outcome, Graded)
    assert outcome.answer.correct
    assert outcome.standing.streak.current == 1


def test_a_second_click_keeps_the_first_answer(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)
    first = click(tx, posting, letters=right_letters(posting, 1))

    second = click(tx, posting, letters=right_letters(posting))

    assert isinstance(first, Graded)
    assert isinstance(second, AlreadyAnswered)
    assert (second.answer.picked, second.answer.correct, stored(tx)) == (first.answer.picked, False, 1)


def test_the_same_click_twice_in_one_group_is_one_answer(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)

    outcomes = answering.record(tx, [a_click(posting.id), a_click(posting.id), a_click(posting.id, "ben")])

    assert [type(outcome) for outcome in outcomes] == [Graded, AlreadyAnswered, Graded]
    assert stored(tx) == 2


def test_a_late_answer_is_kept_and_counts_nowhere(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)

    outcome = click(tx, posting, letters=right_letters(posting), after=24 * 60)

    assert isinstance(outcome, Late)
    assert answers.tally_of(tx, posting.id).answered == 0
    assert evidence(tx, outcome) == []
    assert standings.standing_of(tx, classroom.id, outcome.answer.learner).answered == 0


def test_a_click_before_the_close_that_arrives_after_it_is_on_time(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)
    pass_time(tx, classroom.id, NINE + DAY)

    outcome = click(tx, posting, after=24 * 60 - 1)

    assert isinstance(outcome, Graded)


def test_two_answers_that_arrive_in_the_wrong_order_make_the_same_streak(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    first = the_open(tx, classroom.id)
    pass_time(tx, classroom.id, NINE + DAY)
    click(tx, the_open(tx, classroom.id))

    outcome = click(tx, first)

    assert isinstance(outcome, Graded)
    assert outcome.standing.streak.current == 2


def test_two_answers_in_one_group_around_a_missed_question_are_a_streak_of_one(tx: Connection) -> None:
    classroom = a_classroom(tx)
    asked = []
    for day in range(3):
        pass_time(tx, classroom.id, NINE + day * DAY)
        asked.append(the_open(tx, classroom.id))

    outcomes = answering.record(tx, [a_click(each.id, at=each.due_at) for each in (asked[0], asked[2])])

    assert [outcome.standing.streak.current for outcome in outcomes if isinstance(outcome, Graded)] == [1, 1]


def test_who_saw_the_breakdown_of_a_late_answer_proves_nothing_by_the_next_one(tx: Connection) -> None:
    classroom = a_classroom(tx, pack=a_pack(a_question("only")))
    pass_time(tx, classroom.id, NINE)
    first = the_open(tx, classroom.id)
    pass_time(tx, classroom.id, NINE + DAY)
    click(tx, first, after=24 * 60)

    outcome = click(tx, the_open(tx, classroom.id))

    assert isinstance(outcome, Graded)
    assert evidence(tx, outcome) == []


def test_a_click_after_an_early_close_is_late(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)
    closing.close_now(tx, classroom, None, NINE + timedelta(hours=1))

    outcome = click(tx, posting, after=61)

    assert isinstance(outcome, Late)


@pytest.mark.parametrize("letters", ["", "AB", "Z", "AA", "AAAA", "a b", "🙂"])
def test_letters_that_are_no_answer_get_a_hint_and_store_nothing(tx: Connection, letters: str) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)

    outcome = click(tx, the_open(tx, classroom.id), letters=letters)

    assert isinstance(outcome, WrongCount)
    assert (outcome.wanted, stored(tx)) == (1, 0)


@pytest.mark.parametrize(("picked", "correct"), [((0, 2), True), ((0, 1), False), ((1, 3), False)])
def test_two_correct_choices_are_all_or_nothing(tx: Connection, picked: tuple[int, int], correct: bool) -> None:
    question = replace(a_question("both", correct=(0, 2)), stem="Choose two.")
    classroom = a_classroom(tx, pack=a_pack(question))
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)

    outcome = click(tx, posting, letters=right_letters(posting, *picked))

    assert isinstance(outcome, Graded)
    assert outcome.answer.correct is correct


def test_one_letter_for_a_question_with_two_gets_a_hint(tx: Connection) -> None:
    classroom = a_classroom(tx, pack=a_pack(a_question("both", correct=(0, 2))))
    pass_time(tx, classroom.id, NINE)

    outcome = click(tx, the_open(tx, classroom.id))

    assert outcome == WrongCount(wanted=2, given=1)


def test_a_void_posting_stores_nothing(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)
    closing.void(tx, classroom, posting.number, NINE)

    outcome = click(tx, posting)

    assert outcome == Void(number=1)
    assert stored(tx) == 0


def test_who_answered_before_it_was_void_still_sees_already_answered(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)
    click(tx, posting)
    closing.void(tx, classroom, posting.number, NINE)

    assert isinstance(click(tx, posting), AlreadyAnswered)


def test_a_posting_that_is_not_there_is_unknown(tx: Connection) -> None:
    a_classroom(tx)

    outcomes = answering.record(tx, [a_click(PostingId(99))])

    assert outcomes == [UnknownPosting()]


def test_a_card_that_is_not_confirmed_yet_takes_answers(tx: Connection) -> None:
    classroom = a_classroom(tx)
    opening.claim_due(tx, NINE)

    assert isinstance(click(tx, the_open(tx, classroom.id)), Graded)


def test_an_edit_of_the_question_does_not_change_what_was_asked(tx: Connection) -> None:
    classroom = a_classroom(tx, pack=a_pack(a_question("only")))
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)
    packs.save_pack(tx, a_pack(a_question("only", correct=(3,))), now=NINE)

    outcome = click(tx, posting, letters=right_letters(posting, 0))

    assert isinstance(outcome, Graded)
    assert outcome.answer.correct


def test_a_hundred_clicks_in_one_group_are_a_hundred_answers(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    posting = the_open(tx, classroom.id)

    outcomes = answering.record(tx, [a_click(posting.id, f"learner{n}", "ABCD"[n % 4]) for n in range(100)])

    assert sum(isinstance(outcome, Graded) and outcome.answer.correct for outcome in outcomes) == 25
    assert counted_question(tx, posting).tally.answered == 100


def test_the_breakdown_tells_topic_accuracy_after_the_answer(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    outcome = click(tx, the_open(tx, classroom.id))
    assert isinstance(outcome, Graded)

    feedback = explain(tx, outcome, NINE)

    assert feedback.greeting is Greeting.FIRST
    assert feedback.mastery is not None
    assert feedback.mastery.answered == 1


def test_the_breakdown_of_an_extra_question_tells_that_the_streak_broke_meanwhile(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    click(tx, the_open(tx, classroom.id))
    now = NINE + 2 * DAY
    pass_time(tx, classroom.id, now)
    extra = opening.ask_extra(tx, classroom, topic=None, minutes=None, now=now)
    make_visible(tx, classroom.id, now)
    outcome = click(tx, extra)
    assert isinstance(outcome, Graded)

    told = explain(tx, outcome, now)

    assert told.standing is not None
    assert told.standing.streak.current == 0
    assert told.standing == progress.me(tx, classroom, a_person().key, now).standing


def test_idle_learners_lose_a_streak_without_any_nightly_job(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    click(tx, the_open(tx, classroom.id))

    pass_time(tx, classroom.id, NINE + 2 * DAY)

    assert progress.me(tx, classroom, a_person().key, NINE).standing.streak.current == 0


def test_a_click_from_another_workspace_is_no_answer_here(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    stranger = replace(a_person().key, workspace=WorkspaceKey(platform=Platform.WEB, external_id="another"))
    press = replace(a_click(the_open(tx, classroom.id).id), caller=replace(a_person(), key=stranger))

    assert answering.record(tx, [press]) == [UnknownPosting()]
    assert stored(tx) == 0
