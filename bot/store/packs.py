"""Packs as the classrooms know them: questions, and every revision that was ever asked."""

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from datetime import date, datetime
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Connection, Select, Text, bindparam, cast, delete, select, update

from bot.core.question import (
    Choice,
    Pack,
    PackId,
    Picture,
    Question,
    QuestionId,
    RevisionId,
    Topic,
    TopicId,
    Trap,
    TrapId,
)
from bot.store.database import insert, upsert
from bot.store.tables import pack, question, question_revision, topic, trap


def save_pack(tx: Connection, value: Pack, *, now: datetime) -> None:
    """Bring a pack to what its files say: changed questions get a new revision, missing ones retire, none is lost."""
    upsert(tx, pack, [{"id": value.id, "title": value.title, "exam": value.exam, "licence": value.licence}])
    upsert(
        tx,
        topic,
        [
            {"pack_id": value.id, "id": item.id, "title": item.title, "weight": item.weight, "place": place}
            for place, item in enumerate(value.topics)
        ],
    )
    tx.execute(delete(topic).where(topic.c.pack_id == value.id, topic.c.id.not_in([item.id for item in value.topics])))
    upsert(tx, trap, [{"pack_id": value.id, "id": i.id, "name": i.name, "text": i.text} for i in value.traps])
    known = {row.slug: row for row in tx.execute(_known(value.id))}
    current = {slug: row.digest for slug, row in known.items() if row.retired_at is None}
    told = {item.id: _told(item) for item in value.questions}
    changed = {slug: row for slug, row in told.items() if current.get(slug) != row["digest"]}
    if changed:
        _save_questions(tx, value.id, changed, now=now)
    gone = sorted(known.keys() - {item.id for item in value.questions})
    tx.execute(
        update(question)
        .where(question.c.pack_id == value.id, question.c.slug.in_(gone), question.c.retired_at.is_(None))
        .values(retired_at=now)
    )


def load_pack(tx: Connection, pack_id: PackId) -> Pack | None:
    """The pack with the newest revision of every question that is not retired, or None."""
    return load_current(tx, pack_id)[0]


def load_current(tx: Connection, pack_id: PackId) -> tuple[Pack | None, dict[QuestionId, RevisionId]]:
    """The pack as `load_pack` gives it, and which revision of each question that is."""
    head = tx.execute(select(pack).where(pack.c.id == pack_id)).first()
    if head is None:
        return None, {}
    topics = tx.execute(select(topic).where(topic.c.pack_id == pack_id).order_by(topic.c.place))
    traps = tx.execute(select(trap).where(trap.c.pack_id == pack_id).order_by(trap.c.id))
    bodies = tx.execute(_current(), {"pack": pack_id}).all()
    # Sorted here, because databases differ in how they sort text, and the pick goes by the order.
    questions = sorted(((read_question(row.body), row.id) for row in bodies), key=lambda found: found[0].id)
    found = Pack(
        id=pack_id,
        title=head.title,
        exam=head.exam,
        licence=head.licence,
        topics=tuple(Topic(id=TopicId(row.id), title=row.title, weight=row.weight) for row in topics),
        traps=tuple(Trap(id=TrapId(row.id), name=row.name, text=row.text) for row in traps),
        questions=tuple(each for each, _ in questions),
    )
    return found, {each.id: RevisionId(revision) for each, revision in questions}


def pack_ids(tx: Connection) -> tuple[PackId, ...]:
    """The ids of all packs, sorted."""
    return tuple(PackId(name) for name in sorted(tx.execute(select(pack.c.id)).scalars()))


@cache
def _current() -> Select[tuple[int, str]]:
    return (
        select(question_revision.c.id, cast(question_revision.c.body, Text).label("body"))
        .join(question, question.c.revision_id == question_revision.c.id)
        .where(question.c.pack_id == bindparam("pack"), question.c.retired_at.is_(None))
    )


def _known(pack_id: PackId) -> Select[tuple[str, datetime, str]]:
    return (
        select(question.c.slug, question.c.retired_at, question_revision.c.digest)
        .join(question_revision, question.c.revision_id == question_revision.c.id)
        .where(question.c.pack_id == pack_id)
    )


def _save_questions(
    tx: Connection, pack_id: PackId, told: Mapping[QuestionId, dict[str, Any]], *, now: datetime
) -> None:
    """Give each question the revision that says so, a new one if there was none."""
    tx.execute(insert(tx, question).on_conflict_do_nothing(), [{"pack_id": pack_id, "slug": slug} for slug in told])
    named = tx.execute(select(question.c.slug, question.c.id).where(question.c.pack_id == pack_id))
    numbers = {row.slug: row.id for row in named}
    rows = [{"question_id": numbers[slug], "created_at": now, **row} for slug, row in told.items()]
    tx.execute(insert(tx, question_revision).on_conflict_do_nothing(), rows)
    stored = {(row.question_id, row.digest): row.id for row in tx.execute(_revisions(pack_id))}
    newest = [{"which": row["question_id"], "own": stored[row["question_id"], row["digest"]]} for row in rows]
    renewed = update(question).where(question.c.id == bindparam("which"))
    tx.execute(renewed.values(revision_id=bindparam("own"), retired_at=None), newest)


def _revisions(pack_id: PackId) -> Select[int, int, str]:
    return (
        select(question_revision.c.id, question_revision.c.question_id, question_revision.c.digest)
        .join(question, question_revision.c.question_id == question.c.id)
        .where(question.c.pack_id == pack_id)
    )


def _told(item: Question) -> dict[str, Any]:
    """What a revision keeps of a question."""
    body = dataclasses.asdict(item)
    body["reviewed"] = item.reviewed.isoformat() if item.reviewed else None
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    return {"digest": digest, "topic": item.topic, "key": sorted(item.key), "body": body}


@lru_cache(maxsize=2048)
def read_question(body: str) -> Question:
    """The question that a stored text says, kept by that very text: reading it costs more than fetching it."""
    return _question(json.loads(body))


def _question(body: dict[str, Any]) -> Question:
    picture = body["picture"]
    return Question(
        **{
            **body,
            "choices": tuple(Choice(**choice) for choice in body["choices"]),
            "sources": tuple(body["sources"]),
            "reviewed": date.fromisoformat(body["reviewed"]) if body["reviewed"] else None,
            "picture": Picture(**picture) if picture else None,
        }
    )
