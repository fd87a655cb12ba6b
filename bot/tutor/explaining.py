"""Explaining: what learners are told after their answers, put together for many at once."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from bot.core.address import LearnerId
from bot.core.asking import AskedQuestion
from bot.core.grading import (
    AlreadyAnswered,
    Feedback,
    Graded,
    Greeting,
    Late,
    Outcome,
    Reply,
    Submission,
    Unexplained,
    UnknownPosting,
    Void,
    WrongCount,
)
from bot.core.mastery import Evidence, mastery_in
from bot.core.posting import ClassroomId
from bot.core.standings import Standing
from bot.store import answers
from bot.tutor.answering import Known, gradables_of, record_in
from bot.tutor.asking import asked_question
from bot.tutor.recounting import caught_up

Proofs = Mapping[tuple[ClassroomId, LearnerId], Sequence[Evidence]]


def answer(tx: Connection, submissions: Sequence[Submission]) -> list[Reply]:
    """Take many submissions, and say of each what came of it as of its click.

    An answer is kept even if what is to be said of it cannot be put together.
    """
    known = gradables_of(tx, submissions)
    outcomes = record_in(tx, known, submissions)
    proofs = answers.evidence_of(tx, {_own(outcome) for outcome in outcomes if isinstance(outcome, Graded)})
    replies: list[Reply] = []
    for outcome, submission in zip(outcomes, submissions, strict=True):
        try:
            replies.append(_reply(tx, outcome, known, proofs, submission.clicked_at))
        except SQLAlchemyError:
            raise
        except Exception as error:  # noqa: BLE001 - the answer stands whatever is wrong with the words about it
            replies.append(Unexplained(error=error))
    return replies


def explain(tx: Connection, outcome: Graded | Late | AlreadyAnswered, now: datetime) -> Feedback:
    """The breakdown of one answer."""
    proofs = answers.evidence_of(tx, {_own(outcome)} if isinstance(outcome, Graded) else ())
    return _feedback(tx, outcome, asked_question(tx, outcome.answer.posting), proofs, now)


def _reply(tx: Connection, outcome: Outcome, known: Known, proofs: Proofs, now: datetime) -> Reply:
    if isinstance(outcome, WrongCount | Void | UnknownPosting):
        return outcome
    return _feedback(tx, outcome, known[outcome.answer.posting.id].asked(), proofs, now)


def _feedback(
    tx: Connection, outcome: Graded | Late | AlreadyAnswered, asked: AskedQuestion, proofs: Proofs, now: datetime
) -> Feedback:
    """The question as it was asked, and where the learner now stands in its topic."""
    if not isinstance(outcome, Graded):
        greeting = Greeting.LATE if isinstance(outcome, Late) else Greeting.ALREADY
        return Feedback(asked=asked, greeting=greeting, answer=outcome.answer)
    return Feedback(
        asked=asked,
        greeting=Greeting.FIRST,
        answer=outcome.answer,
        standing=_standing(tx, outcome),
        mastery=mastery_in(proofs[_own(outcome)], asked.question.topic, now=now),
    )


def _standing(tx: Connection, outcome: Graded) -> Standing:
    """The standing as of now: nothing can have passed since the newest scheduled question, which is still open."""
    posting = outcome.answer.posting
    if posting.scheduled and posting.takes_answers:
        return outcome.standing
    return caught_up(tx, posting.classroom, outcome.standing)


def _own(outcome: Graded) -> tuple[ClassroomId, LearnerId]:
    return outcome.answer.posting.classroom, outcome.answer.learner
