"""How one keeps answers at first: an async engine, a transaction for every click, a statement for every step.

It does what the tutor does for a click: the first answer counts, late ones count nowhere, the streak goes on, and all
is explained. Left out is what would only cost it more: the count on the card, and an older posting answered after a
newer one.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Integer, Row, bindparam, cast, event, func, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.core.posting import LETTERS
from bot.core.streak import Streak, Turn, fold
from bot.store.tables import (
    answer,
    classroom,
    learner,
    posting,
    question,
    question_revision,
    standing,
    topic,
    trap,
    workspace,
)

_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON")
_ASKED = (
    select(
        posting,
        classroom.c.workspace_id,
        question_revision.c.key,
        question_revision.c.topic,
        question_revision.c.body,
        question.c.pack_id,
        topic.c.title,
    )
    .join(classroom, posting.c.classroom_id == classroom.c.id)
    .join(workspace, classroom.c.workspace_id == workspace.c.id)
    .join(question_revision, posting.c.revision_id == question_revision.c.id)
    .join(question, question_revision.c.question_id == question.c.id)
    .join(topic, (topic.c.pack_id == question.c.pack_id) & (topic.c.id == question_revision.c.topic))
    .where(posting.c.id == bindparam("posting"), workspace.c.external_id == bindparam("team"))
)
_LEARNER = insert(learner)
_LEARN = _LEARNER.on_conflict_do_update(
    index_elements=["workspace_id", "external_id"], set_={"name": _LEARNER.excluded.name}
).returning(learner.c.id)
_KEEP = insert(answer).on_conflict_do_nothing().returning(answer.c.learner_id)
_KEPT = select(answer).where(answer.c.posting_id == bindparam("posting"), answer.c.learner_id == bindparam("learner"))
_STANDING = select(standing).where(
    standing.c.classroom_id == bindparam("classroom"), standing.c.learner_id == bindparam("learner")
)
_MOVED = insert(standing)
_MOVE = _MOVED.on_conflict_do_update(
    index_elements=["classroom_id", "learner_id"],
    set_={
        name: _MOVED.excluded[name]
        for name in ("through", "streak", "best", "freezes", "toward_freeze", "answered", "correct")
    },
)
_MISSED = select(func.count()).where(
    posting.c.classroom_id == bindparam("classroom"),
    posting.c.day.is_not(None),
    posting.c.state == "closed",
    posting.c.number > bindparam("after"),
    posting.c.number < bindparam("before"),
)
_TRAPS = select(trap.c.id, trap.c.name).where(trap.c.pack_id == bindparam("pack"))
_BY_TOPIC = select(func.count(), func.sum(cast(answer.c.correct, Integer))).where(
    answer.c.classroom_id == bindparam("classroom"),
    answer.c.learner_id == bindparam("learner"),
    answer.c.topic == bindparam("topic"),
    answer.c.on_time,
)


class Person(NamedTuple):
    """Who clicked."""

    team: str
    id: str
    name: str


class NaiveAnswers:
    """Answers over one engine, as safe on disk as the tutor's."""

    def __init__(self, database_url: str) -> None:
        self._engine = create_async_engine(database_url.replace("sqlite:", "sqlite+aiosqlite:"))
        _prepare(self._engine)

    async def close(self) -> None:
        """Give all connections back."""
        await self._engine.dispose()

    async def answered(self, person: Person, which: int, letter: str, at: datetime) -> str:
        """Keep a first answer and move the standing; returns what the person is told, once it is stored."""
        async with self._engine.begin() as tx:
            asked = (await tx.execute(_ASKED, {"posting": which, "team": person.team})).first()
            if asked is None:
                return "This question is not known any more."
            if asked.state == "void":
                return f"Question {asked.number} was taken back."
            if len(asked.key) != 1:
                return f"Choose {len(asked.key)}."
            who = {"workspace_id": asked.workspace_id, "external_id": person.id, "name": person.name}
            own = (await tx.execute(_LEARN, who)).scalar_one()
            return await _graded(tx, asked, own, asked.arrangement[LETTERS.index(letter)], at)


async def _graded(tx: AsyncConnection, asked: Row[Any], own: int, picked: int, at: datetime) -> str:
    on_time = at < min(asked.closes_at, asked.closed_at or asked.closes_at)
    values = {
        "posting_id": asked.id,
        "learner_id": own,
        "classroom_id": asked.classroom_id,
        "topic": asked.topic,
        "picked": [picked],
        "correct": (picked,) == asked.key,
        "on_time": on_time,
        "answered_at": at,
    }
    traps = {row.id: row.name for row in await tx.execute(_TRAPS, {"pack": asked.pack_id})}
    if (await tx.execute(_KEEP, values)).first() is None:
        kept = (await tx.execute(_KEPT, {"posting": asked.id, "learner": own})).one()
        return "\n".join(("Already answered", *_breakdown(asked, kept.picked, traps)))
    if not on_time:
        return "\n".join(("Closed", *_breakdown(asked, [picked], traps)))
    told = await _moved(tx, asked, own, correct=bool(values["correct"]))
    return "\n".join(("Correct" if values["correct"] else "Not correct", *_breakdown(asked, [picked], traps), *told))


async def _moved(tx: AsyncConnection, asked: Row[Any], own: int, *, correct: bool) -> tuple[str, ...]:
    """Go on with the standing; returns the lines about it."""
    keys = {"classroom": asked.classroom_id, "learner": own}
    row = (await tx.execute(_STANDING, keys)).first()
    streak, through, answered, right = Streak(), 0, 0, 0
    if row is not None:
        streak = Streak(current=row.streak, best=row.best, freezes=row.freezes, toward_freeze=row.toward_freeze)
        through, answered, right = row.through, row.answered, row.correct
    if asked.day is not None:
        if streak.current and through < asked.number - 1:
            span = {"classroom": asked.classroom_id, "after": through, "before": asked.number}
            streak = fold([Turn.MISSED] * (await tx.execute(_MISSED, span)).scalar_one(), streak)
        streak, through = streak.after(Turn.ANSWERED), asked.number
    counts = {"through": through, "answered": answered + 1, "correct": right + correct}
    days = {"streak": streak.current, "best": streak.best, "freezes": streak.freezes}
    await tx.execute(
        _MOVE,
        {
            "classroom_id": asked.classroom_id,
            "learner_id": own,
            **counts,
            **days,
            "toward_freeze": streak.toward_freeze,
        },
    )
    count, hits = (await tx.execute(_BY_TOPIC, {**keys, "topic": asked.topic})).one()
    return f"Streak: {streak.current}", f"Freezes: {streak.freezes}", f"{asked.title}: {hits} of {count}"


def _breakdown(asked: Row[Any], picked: Sequence[int], traps: dict[str, str]) -> Iterator[str]:
    for letter, place in zip(LETTERS, asked.arrangement, strict=False):
        choice = asked.body["choices"][place]
        verdict = "correct" if choice["correct"] else "not correct"
        yield f"{letter}. {choice['text']} - {verdict}{', your pick' if place in picked else ''}"
        yield f"Why: {choice['why']}"
        if choice["tempting"]:
            yield f"Why people pick it: {choice['tempting']}"
        if choice["falls_for"]:
            yield f"Trap: {traps[choice['falls_for']]}"
    yield f"The trap: {asked.body['trap']}"


def _prepare(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def _set(raw: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = raw.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
