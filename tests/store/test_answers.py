from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.core.address import LearnerId
from bot.core.posting import ClassroomId, PostingId, PostingState, Tally
from bot.core.question import ChoiceId, RevisionId, TopicId
from bot.core.standings import LoggedAnswer
from bot.store import answers, packs, postings
from bot.store.answers import Answer
from bot.store.learners import learner_ids
from tests.builders import NINE, a_classroom, a_pack, a_person, a_posting, a_question
from tests.stored import add_posting

ROOM = ClassroomId(1)
ADA, BEN = LearnerId(1), LearnerId(2)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def room(tx: Connection) -> None:
    """Ada and Ben, and a classroom with an open posting: number 1."""
    a_classroom(tx, pack=a_pack(each=1))
    ids = learner_ids(tx, [a_person("ada"), a_person("ben")])
    assert sorted(ids.values()) == [ADA, BEN]
    ask(tx, 1)


def ask(tx: Connection, number: int, *, revision: int = 1, scheduled: bool = True) -> None:
    value = a_posting(number, state=PostingState.OPEN, scheduled=scheduled)
    assert add_posting(tx, replace(value, revision=RevisionId(revision))) == number


def an_answer(
    number: int = 1,
    who: LearnerId = ADA,
    *,
    picked: tuple[int, ...] = (0,),
    correct: bool = True,
    on_time: bool = True,
) -> Answer:
    """An answer to a posting, given so many days after Monday."""
    return Answer(
        posting=PostingId(number),
        learner=who,
        classroom=ROOM,
        topic=TopicId("fine-tuning"),
        picked=frozenset(ChoiceId(place) for place in picked),
        correct=correct,
        on_time=on_time,
        answered_at=NINE + (number - 1) * DAY,
    )


def test_an_answer_is_kept_as_it_was_given(tx: Connection) -> None:
    value = an_answer(picked=(3, 1), correct=False, on_time=False)

    new = answers.add_answers(tx, [value])

    assert new == {(1, ADA)}
    assert answers.answers_by_key(tx, new) == {(1, ADA): value}


def test_the_first_answer_stays(tx: Connection) -> None:
    first, second = an_answer(picked=(2,), correct=False), an_answer(picked=(0,))
    answers.add_answers(tx, [first])

    new = answers.add_answers(tx, [second])

    assert new == set()
    assert answers.answers_by_key(tx, [(first.posting, ADA)]) == {(1, ADA): first}


def test_only_the_new_ones_of_many_are_named(tx: Connection) -> None:
    ask(tx, 2)
    answers.add_answers(tx, [an_answer(1, ADA)])

    new = answers.add_answers(tx, [an_answer(2, BEN), an_answer(1, ADA, picked=(3,)), an_answer(2, ADA)])

    assert new == {(2, ADA), (2, BEN)}
    assert answers.answers_by_key(tx, [(PostingId(1), ADA)])[PostingId(1), ADA].picked == {0}


def test_the_first_of_two_in_one_call_stays(tx: Connection) -> None:
    new = answers.add_answers(tx, [an_answer(picked=(2,)), an_answer(picked=(0,))])

    assert new == {(1, ADA)}
    assert answers.answers_by_key(tx, new)[PostingId(1), ADA].picked == {2}


def test_a_thousand_answers_are_taken_in_one_call(tx: Connection) -> None:
    ids = learner_ids(tx, [a_person(f"p{n}") for n in range(1000)])
    crowd = [an_answer(1, who) for who in ids.values()]

    new = answers.add_answers(tx, crowd)

    assert new == {(1, who) for who in ids.values()}
    assert answers.tally_of(tx, PostingId(1)).answered == 1000


def test_no_answers_need_no_database(tx: Connection) -> None:
    assert answers.add_answers(tx, []) == set()
    assert answers.answers_by_key(tx, []) == {}


def test_answers_are_found_by_both_parts_of_their_key(tx: Connection) -> None:
    ask(tx, 2)
    answers.add_answers(tx, [an_answer(1, ADA), an_answer(2, BEN)])

    found = answers.answers_by_key(tx, [(PostingId(1), BEN), (PostingId(2), BEN)])

    assert found.keys() == {(2, BEN)}


def test_the_tally_counts_people_right_ones_and_picks(tx: Connection) -> None:
    answers.add_answers(tx, [an_answer(1, ADA, picked=(0, 2)), an_answer(1, BEN, picked=(2, 3), correct=False)])

    tally = answers.tally_of(tx, PostingId(1))

    assert tally == Tally(answered=2, correct=1, picks={ChoiceId(0): 1, ChoiceId(2): 2, ChoiceId(3): 1})


def test_a_late_answer_is_in_no_tally(tx: Connection) -> None:
    answers.add_answers(tx, [an_answer(1, ADA, on_time=False)])

    assert answers.tally_of(tx, PostingId(1)) == Tally(answered=0, correct=0, picks={})


def test_the_log_holds_answers_on_time_in_the_order_of_the_numbers(tx: Connection) -> None:
    ask(tx, 2, scheduled=False)
    ask(tx, 3)
    answers.add_answers(tx, [an_answer(2, correct=False), an_answer(1), an_answer(3, on_time=False), an_answer(1, BEN)])

    log = answers.logged_answers(tx, ROOM, ADA)

    assert log == [LoggedAnswer(number=1, correct=True), LoggedAnswer(number=2, correct=False)]


def test_answerers_are_all_who_ever_answered_on_time(tx: Connection) -> None:
    ask(tx, 2)
    answers.add_answers(tx, [an_answer(1, ADA), an_answer(2, ADA), an_answer(1, BEN, on_time=False)])

    assert answers.answerers_of(tx, ROOM) == (ADA,)
    assert answers.answerers_of(tx, ClassroomId(2)) == ()


def test_evidence_is_every_answer_on_time(tx: Connection) -> None:
    ask(tx, 2, revision=2)
    ask(tx, 3, revision=3)
    answers.add_answers(tx, [an_answer(1), an_answer(2, correct=False), an_answer(3, on_time=False)])

    evidence = answers.evidence_of(tx, {(ROOM, ADA)})[ROOM, ADA]

    assert {(item.answered_at, item.topic, item.correct) for item in evidence} == {
        (NINE, "fine-tuning", True),
        (NINE + DAY, "fine-tuning", False),
    }


def test_only_the_first_meeting_with_a_question_is_evidence(tx: Connection) -> None:
    ask(tx, 2)
    ask(tx, 3)
    answers.add_answers(tx, [an_answer(1, correct=False), an_answer(2), an_answer(3)])

    [evidence] = answers.evidence_of(tx, {(ROOM, ADA)})[ROOM, ADA]

    assert (evidence.correct, evidence.answered_at) == (False, NINE)


def test_a_question_with_another_text_is_still_the_same_question(tx: Connection) -> None:
    changed = replace(a_question("fine-tuning-0"), stem="What now?")
    packs.save_pack(tx, a_pack(changed), now=NINE)
    revision = packs.load_current(tx, a_pack().id)[1][changed.id]
    ask(tx, 2, revision=revision)
    answers.add_answers(tx, [an_answer(1, correct=False), an_answer(2)])

    [evidence] = answers.evidence_of(tx, {(ROOM, ADA)})[ROOM, ADA]

    assert not evidence.correct


def test_a_void_posting_is_no_evidence(tx: Connection) -> None:
    answers.add_answers(tx, [an_answer(1)])
    postings.mark_void(tx, PostingId(1), at=NINE)

    assert answers.evidence_of(tx, {(ROOM, ADA)})[ROOM, ADA] == []


def test_scores_count_answers_on_time_from_a_moment_on_and_no_void_ones(tx: Connection) -> None:
    for number in (2, 3, 4):
        ask(tx, number)
    answers.add_answers(tx, [an_answer(1), an_answer(2), an_answer(3, correct=False), an_answer(4)])
    answers.add_answers(tx, [an_answer(2, BEN, on_time=False), an_answer(1, BEN), an_answer(4, BEN)])
    postings.mark_void(tx, PostingId(4), at=NINE)

    scores = answers.scores_since(tx, ROOM, NINE + DAY)

    assert [(score.learner, score.name, score.answered, score.correct) for score in scores] == [(ADA, "Ada", 2, 1)]
