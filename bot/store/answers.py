"""Answers: the truth from which every count can be rebuilt."""

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Integer, Select, Text, and_, cast, func, select
from sqlalchemy.sql.dml import ReturningInsert

from bot.core.address import LearnerId
from bot.core.mastery import Evidence
from bot.core.posting import ClassroomId, PostingId, PostingState, Tally
from bot.core.question import ChoiceId, TopicId
from bot.core.standings import LoggedAnswer, Score
from bot.store.database import insert_in
from bot.store.many import are_pair, pairs
from bot.store.tables import LIVE, answer, learner, posting, question_revision


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a learner picked in a posting; `topic` is the question's at that time."""

    posting: PostingId
    learner: LearnerId
    classroom: ClassroomId
    topic: TopicId
    picked: frozenset[ChoiceId]
    correct: bool
    on_time: bool
    answered_at: datetime


def add_answers(tx: Connection, values: Sequence[Answer]) -> set[tuple[PostingId, LearnerId]]:
    """Store answers; returns the keys of the new ones. Who has answered a posting keeps the first answer."""
    if not values:
        return set()
    rows = [
        {
            "posting_id": value.posting,
            "learner_id": value.learner,
            "classroom_id": value.classroom,
            "topic": value.topic,
            "picked": sorted(value.picked),
            "correct": value.correct,
            "on_time": value.on_time,
            "answered_at": value.answered_at,
        }
        for value in sorted(values, key=lambda value: (value.posting, value.learner))
    ]
    added = tx.execute(_adding(tx.dialect.name), rows).all()
    return {(PostingId(where), LearnerId(own)) for where, own in added}


def answers_by_key(
    tx: Connection, keys: Collection[tuple[PostingId, LearnerId]]
) -> dict[tuple[PostingId, LearnerId], Answer]:
    """The stored answers of these postings and learners."""
    values = (
        Answer(
            posting=PostingId(row.posting_id),
            learner=LearnerId(row.learner_id),
            classroom=ClassroomId(row.classroom_id),
            topic=TopicId(row.topic),
            picked=frozenset(ChoiceId(place) for place in row.picked),
            correct=row.correct,
            on_time=row.on_time,
            answered_at=row.answered_at,
        )
        for row in (tx.execute(_by_key(tx.dialect.name), pairs(tx.dialect.name, keys)) if keys else ())
    )
    return {(value.posting, value.learner): value for value in values}


def tally_of(tx: Connection, which: PostingId) -> Tally:
    """How the answers given on time fell."""
    picked = cast(answer.c.picked, Text)  # PostgreSQL cannot compare JSON; the same choices are the same text
    query = (
        select(picked, answer.c.correct, func.count())
        .where(answer.c.posting_id == which, answer.c.on_time)
        .group_by(picked, answer.c.correct)
    )
    rows = tx.execute(query).all()
    picks: Counter[ChoiceId] = Counter()
    for places, _, count in rows:
        picks.update({ChoiceId(place): count for place in json.loads(places)})
    return Tally(
        answered=sum(count for _, _, count in rows),
        correct=sum(count for _, correct, count in rows if correct),
        picks=picks,
    )


def logged_answers(tx: Connection, which: ClassroomId, learner_id: LearnerId) -> list[LoggedAnswer]:
    """The learner's answers on time in the classroom, in the order of the postings' numbers."""
    query = (
        select(posting.c.number, answer.c.correct)
        .join(posting, answer.c.posting_id == posting.c.id)
        .where(answer.c.learner_id == learner_id, posting.c.classroom_id == which, answer.c.on_time)
        .order_by(posting.c.number)
    )
    return [LoggedAnswer(number=row.number, correct=row.correct) for row in tx.execute(query)]


def answerers_of(tx: Connection, which: ClassroomId) -> tuple[LearnerId, ...]:
    """Everybody who ever answered on time in the classroom."""
    query = select(answer.c.learner_id).where(answer.c.classroom_id == which, answer.c.on_time).distinct()
    return tuple(sorted(LearnerId(found) for found in tx.execute(query).scalars()))


def evidence_of(
    tx: Connection, keys: Collection[tuple[ClassroomId, LearnerId]]
) -> dict[tuple[ClassroomId, LearnerId], list[Evidence]]:
    """Learners' first answers to each question, where they were on time and their posting is not void.

    Who has seen a question's breakdown before, however late or void, recalls it: that answer proves nothing.
    """
    rows = tx.execute(_evidence(tx.dialect.name), pairs(tx.dialect.name, keys)).all() if keys else ()
    seen: set[tuple[int, int, int]] = set()
    found: dict[tuple[ClassroomId, LearnerId], list[Evidence]] = {key: [] for key in keys}
    for classroom, own, question, topic, correct, answered_at, proves in rows:
        if (once := (classroom, own, question)) not in seen:
            seen.add(once)
            if proves:
                found[classroom, own].append(Evidence(topic=topic, correct=correct, answered_at=answered_at))
    return found


def miscounted(tx: Connection, before: datetime) -> list[PostingId]:
    """Postings that take answers, got none on time since that moment, and whose card shows another count of these."""
    shown = func.coalesce(posting.c.shown_count, 0)
    query = (
        select(posting.c.id)
        .join(answer, answer.c.posting_id == posting.c.id)
        .where(LIVE, answer.c.on_time)
        .group_by(posting.c.id)
        .having(func.max(answer.c.answered_at) < before, func.count() != shown)
    )
    return [PostingId(found) for found in tx.execute(query.order_by(posting.c.id)).scalars()]


def scores_since(tx: Connection, which: ClassroomId, since: datetime) -> list[Score]:
    """What everybody answered on time since the moment, without void postings."""
    query = (
        select(
            learner.c.id,
            learner.c.name,
            learner.c.external_id,
            func.count().label("answered"),
            func.sum(cast(answer.c.correct, Integer)).label("correct"),
        )
        .join(learner, answer.c.learner_id == learner.c.id)
        .join(posting, and_(answer.c.posting_id == posting.c.id, posting.c.state != PostingState.VOID.value))
        .where(answer.c.classroom_id == which, answer.c.on_time, answer.c.answered_at >= since)
        .group_by(learner.c.id, learner.c.name, learner.c.external_id)
    )
    return [
        Score(
            learner=LearnerId(row.id),
            name=row.name,
            person=row.external_id,
            answered=row.answered,
            correct=row.correct,
        )
        for row in tx.execute(query)
    ]


@cache
def _adding(dialect: str) -> ReturningInsert[Any]:
    """Made once, as every query on the way of an answer: making it costs more than running it."""
    return insert_in(dialect, answer).on_conflict_do_nothing().returning(answer.c.posting_id, answer.c.learner_id)


@cache
def _by_key(dialect: str) -> Select[Any]:
    return select(answer).where(are_pair(dialect, answer.c.posting_id, answer.c.learner_id))


@cache
def _evidence(dialect: str) -> Select[Any]:
    asked = answer.c.classroom_id, answer.c.learner_id, question_revision.c.question_id
    proves = and_(answer.c.on_time, posting.c.state != PostingState.VOID.value)
    return (
        select(*asked, answer.c.topic, answer.c.correct, answer.c.answered_at, proves)
        .join(posting, answer.c.posting_id == posting.c.id)
        .join(question_revision, posting.c.revision_id == question_revision.c.id)
        .where(are_pair(dialect, answer.c.classroom_id, answer.c.learner_id))
        .order_by(posting.c.number)
    )
