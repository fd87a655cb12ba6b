"""Answering: grade what people sent, keep first answers, move their standings, and explain."""

from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import Connection

from bot.core.address import LearnerId
from bot.core.grading import (
    AlreadyAnswered,
    GivenAnswer,
    Gradable,
    Graded,
    Late,
    Outcome,
    Submission,
    UnknownPosting,
    Void,
    WrongCount,
    grade,
    picked_choices,
)
from bot.core.posting import ClassroomId, Posting, PostingId, PostingState
from bot.core.standings import Standing
from bot.store import answers, gradables, learners, postings, standings
from bot.store.answers import Answer
from bot.tutor.recounting import rebuilt_standing

Key = tuple[PostingId, LearnerId]
Known = Mapping[PostingId, Gradable]


def record(tx: Connection, submissions: Sequence[Submission]) -> list[Outcome]:
    """Take many submissions at once; the outcomes stand in the same order. A learner's first answer counts."""
    return record_in(tx, gradables_of(tx, submissions), submissions)


def gradables_of(tx: Connection, submissions: Iterable[Submission]) -> Known:
    """The postings that they are for, so far as there are such."""
    return gradables.gradable_postings(tx, {submission.posting for submission in submissions})


def record_in(tx: Connection, known: Known, submissions: Sequence[Submission]) -> list[Outcome]:
    """The same where the postings are known."""
    found = [_own(known.get(submission.posting), submission) for submission in submissions]
    people = learners.learner_ids(tx, [submission.caller for submission in submissions])
    keys = [(submission.posting, people[submission.caller.key]) for submission in submissions]
    offered = [
        _offered(own, submission, learner)
        for own, submission, (_, learner) in zip(found, submissions, keys, strict=True)
    ]
    firsts: dict[Key, Answer] = {}
    for answer in offered:
        if answer is not None:
            firsts.setdefault((answer.posting, answer.learner), answer)
    new = answers.add_answers(tx, list(firsts.values()))
    fresh = [
        answer if answer is not None and key in new and firsts[key] is answer else None
        for key, answer in zip(keys, offered, strict=True)
    ]
    moved = _move_standings(tx, known, [answer for answer in fresh if answer is not None and answer.on_time])
    stored = answers.answers_by_key(tx, {key for key, answer in zip(keys, fresh, strict=True) if answer is None})
    return [
        _outcome(own, submission, answer or stored.get(key), moved, new=bool(answer))
        for own, submission, key, answer in zip(found, submissions, keys, fresh, strict=True)
    ]


def given(posting: Posting, answer: Answer) -> GivenAnswer:
    """A stored answer beside its posting."""
    return GivenAnswer(
        posting=posting,
        learner=answer.learner,
        picked=answer.picked,
        correct=answer.correct,
        on_time=answer.on_time,
    )


def _own(found: Gradable | None, submission: Submission) -> Gradable | None:
    """The posting, if it belongs to the workspace from which the click came."""
    return found if found is not None and found.workspace == submission.caller.key.workspace else None


def _offered(found: Gradable | None, submission: Submission, learner: LearnerId) -> Answer | None:
    """The answer that a submission makes if it is the first; None if it cannot be one."""
    if found is None or found.posting.state is PostingState.VOID:
        return None
    picked = picked_choices(found.posting, submission.letters)
    if not len(picked) == len(submission.letters) == len(found.key):
        return None
    return Answer(
        posting=found.posting.id,
        learner=learner,
        classroom=found.posting.classroom,
        topic=found.topic,
        picked=picked,
        correct=grade(found.key, picked),
        on_time=found.posting.on_time(submission.clicked_at),
        answered_at=submission.clicked_at,
    )


def _outcome(
    found: Gradable | None, submission: Submission, answer: Answer | None, moved: Mapping[Key, Standing], *, new: bool
) -> Outcome:
    """What came of a submission; `answer` is the stored one, just now or earlier."""
    if found is None:
        return UnknownPosting()
    posting = found.posting
    if answer is None and posting.state is PostingState.VOID:
        return Void(number=posting.number)
    if answer is None:
        return WrongCount(wanted=len(found.key), given=len(submission.letters))
    kept = given(posting, answer)
    if not new:
        return AlreadyAnswered(answer=kept)
    if not kept.on_time:
        return Late(answer=kept)
    return Graded(answer=kept, standing=moved[posting.id, kept.learner])


def _move_standings(tx: Connection, known: Known, fresh: Sequence[Answer]) -> dict[Key, Standing]:
    """Fold new answers on time into their learners' standings; returns the standing after each."""
    if not fresh:
        return {}
    held = standings.lock_standings(tx, {(answer.classroom, answer.learner) for answer in fresh})
    passed = _passed(tx, known, fresh, held)
    moved: dict[Key, Standing] = {}
    for answer in sorted(fresh, key=lambda answer: known[answer.posting].posting.number):
        posting, own = known[answer.posting].posting, (answer.classroom, answer.learner)
        if posting.scheduled and posting.number <= held[own].through:
            held[own] = rebuilt_standing(tx, *own)
        else:
            held[own] = held[own].with_answer(posting, correct=answer.correct, since=passed[answer.classroom])
        moved[answer.posting, answer.learner] = held[own]
    standings.save_standings(tx, held)
    return moved


def _passed(
    tx: Connection,
    known: Known,
    fresh: Sequence[Answer],
    held: Mapping[tuple[ClassroomId, LearnerId], Standing],
) -> dict[ClassroomId, list[Posting]]:
    """The scheduled postings that a learner may have let pass.

    Those since the last one folded in; without a streak nothing can be lost before the first one answered here.
    """
    numbers = [known[answer.posting].posting.number for answer in fresh]
    folded = [standing.through for standing in held.values() if standing.streak.current]
    return postings.scheduled_between(
        tx, {answer.classroom for answer in fresh}, after=min(numbers + folded), before=max(numbers)
    )
