"""Questions as they were asked, for many postings at once."""

from collections.abc import Collection
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, Text, and_, cast, select

from bot.core.question import PackId, Question, RevisionId, Topic, TopicId, TrapId
from bot.store.many import among
from bot.store.packs import read_question
from bot.store.tables import question, question_revision, topic, trap

Told = tuple[Question, Topic, dict[TrapId, str]]
"""A question, its topic, and the names of all traps of its pack."""


def load_asked(tx: Connection, revisions: Collection[RevisionId]) -> dict[RevisionId, Told]:
    """For each of the revisions the question as it stood then, its topic, and the names of all traps of its pack."""
    rows = tx.execute(_asked(tx.dialect.name), {"revisions": sorted(set(revisions))}).all()
    traps: dict[PackId, dict[TrapId, str]] = {PackId(row.pack_id): {} for row in rows}
    for item in tx.execute(_traps(tx.dialect.name), {"packs": sorted(traps)}):
        traps[PackId(item.pack_id)][TrapId(item.id)] = item.name
    return {
        RevisionId(row.id): (
            read_question(row.body),
            Topic(id=TopicId(row.topic), title=row.title or row.topic, weight=row.weight or 0.0),
            traps[PackId(row.pack_id)],
        )
        for row in rows
    }


@cache
def _asked(dialect: str) -> Select[Any]:
    """Made once, as `_traps`: making it costs more than running it."""
    own = question_revision.c
    return (
        select(own.id, own.topic, cast(own.body, Text).label("body"), question.c.pack_id, topic.c.title, topic.c.weight)
        .join(question, own.question_id == question.c.id)
        .outerjoin(topic, and_(topic.c.pack_id == question.c.pack_id, topic.c.id == own.topic))
        .where(among(dialect, own.id, "revisions"))
    )


@cache
def _traps(dialect: str) -> Select[Any]:
    these = among(dialect, trap.c.pack_id, "packs")
    return select(trap.c.pack_id, trap.c.id, trap.c.name).where(these)
