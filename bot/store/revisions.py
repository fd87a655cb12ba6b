"""Questions as they were asked, for many postings at once."""

import json
from collections.abc import Collection
from functools import cache
from typing import Any

from sqlalchemy import Connection, Row, Select, Text, and_, cast, func, select

from bot.core.question import Question, RevisionId, Topic, TopicId, TrapId
from bot.store.many import among
from bot.store.packs import read_question
from bot.store.tables import question, question_revision, topic, trap

Told = tuple[Question, Topic, dict[TrapId, str]]
"""A question, its topic, and the names of all traps of its pack."""


def load_asked(tx: Connection, revisions: Collection[RevisionId]) -> dict[RevisionId, Told]:
    """For each of the revisions the question as it stood then, its topic, and the names of all traps of its pack."""
    rows = tx.execute(_asked(tx.dialect.name), {"revisions": sorted(set(revisions))}).all()
    return {RevisionId(row.id): as_told(row) for row in rows}


def telling(dialect: str, query: Select[Any]) -> Select[Any]:
    """A query over revisions, with what `as_told` reads of each."""
    own, named = question_revision.c, func.json_object_agg if dialect == "postgresql" else func.json_group_object
    traps = select(cast(named(trap.c.id, trap.c.name), Text)).where(trap.c.pack_id == question.c.pack_id)
    return (
        query.add_columns(own.topic, cast(own.body, Text).label("body"), topic.c.title, topic.c.weight)
        .add_columns(traps.scalar_subquery().label("traps"))
        .join(question, own.question_id == question.c.id)
        .outerjoin(topic, and_(topic.c.pack_id == question.c.pack_id, topic.c.id == own.topic))
    )


def as_told(row: Row[Any]) -> Told:
    """What a row of such a query tells."""
    named = Topic(id=TopicId(row.topic), title=row.title or row.topic, weight=row.weight or 0.0)
    return read_question(row.body), named, json.loads(row.traps or "{}")


@cache
def _asked(dialect: str) -> Select[Any]:
    """Made once: making it costs more than running it."""
    revision = question_revision.c.id
    return telling(dialect, select(revision)).where(among(dialect, revision, "revisions"))
