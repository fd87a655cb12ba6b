"""Today: the open questions of a classroom, or what the learner said to them."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from bot.core.address import PersonKey
from bot.core.asking import CountedQuestion
from bot.core.classroom import Classroom
from bot.core.grading import AlreadyAnswered, Feedback, Greeting
from bot.store import answers, learners, postings
from bot.tutor.answering import given
from bot.tutor.asking import counted_question
from bot.tutor.explaining import explain


def today(
    tx: Connection, classroom: Classroom, person: PersonKey, now: datetime
) -> tuple[CountedQuestion | Feedback, ...]:
    """Every open question, the day's first: to be answered, or with the breakdown of the learner's answer."""
    learner = learners.find_learner(tx, person)
    live = sorted(postings.open_postings(tx, classroom.id), key=lambda posting: not posting.scheduled)
    known = answers.answers_by_key(tx, {(posting.id, learner) for posting in live}) if learner else {}
    found: list[CountedQuestion | Feedback] = []
    for posting in live:
        answer = known.get((posting.id, learner)) if learner else None
        if answer is None:
            found.append(counted_question(tx, posting))
        else:
            told = explain(tx, AlreadyAnswered(answer=given(posting, answer)), now)
            found.append(replace(told, greeting=Greeting.RECALL))
    return tuple(found)
