"""Standings: kept in the transaction of each answer, rebuilt from the log when asked."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, delete, func, select

from bot.core.address import LearnerId
from bot.core.posting import ClassroomId
from bot.core.standings import Score, Standing
from bot.core.streak import Streak
from bot.store.database import insert, upsert
from bot.store.many import are_pair, pairs
from bot.store.tables import learner, standing

Key = tuple[ClassroomId, LearnerId]
_STORED = (
    standing.c.classroom_id,
    standing.c.learner_id,
    standing.c.through,
    standing.c.streak,
    standing.c.best,
    standing.c.freezes,
    standing.c.toward_freeze,
    standing.c.answered,
    standing.c.correct,
)


def lock_standings(tx: Connection, keys: Collection[Key]) -> dict[Key, Standing]:
    """The standings of these learners, made where missing and locked until the transaction ends.

    Old ones are locked in key order, then new ones in key order. Two workers can still wait for each other, when both
    have the first answers of the same two learners and a third made one of their standings between: the transaction
    of one of them is then made anew.
    """
    held = _locked(tx, keys)
    missing = sorted(set(keys) - held.keys())
    if missing:
        held |= dict.fromkeys(missing, Standing()) if _made(tx, missing) == len(missing) else _locked(tx, missing)
    return held


def save_standings(tx: Connection, values: Mapping[Key, Standing]) -> None:
    """Write standings as they now are."""
    upsert(tx, standing, [_columns(key, value) for key, value in values.items()])


def standing_of(tx: Connection, which: ClassroomId, learner_id: LearnerId) -> Standing:
    """The stored standing; an empty one for a learner without answers."""
    query = select(*_STORED).where(standing.c.classroom_id == which, standing.c.learner_id == learner_id)
    return dict(_entry(row) for row in tx.execute(query)).get((which, learner_id), Standing())


def drop_standings(tx: Connection, which: ClassroomId) -> None:
    """Forget all standings of a classroom, to be rebuilt from the log."""
    tx.execute(delete(standing).where(standing.c.classroom_id == which))


def top_scores(tx: Connection, which: ClassroomId, *, most: int) -> list[Score]:
    """The best of all time: most correct answers first."""
    query = (
        select(learner.c.id, learner.c.name, learner.c.external_id, standing.c.answered, standing.c.correct)
        .join(learner, standing.c.learner_id == learner.c.id)
        .where(standing.c.classroom_id == which, standing.c.answered > 0)
        .order_by(standing.c.correct.desc(), learner.c.id)
        .limit(most)
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


def rank_of(tx: Connection, which: ClassroomId, learner_id: LearnerId) -> tuple[int, int]:
    """The learner's rank of all time and how many are ranked; rank 0 for who has no answer on time."""
    own = standing_of(tx, which, learner_id)
    ranked = standing.c.classroom_id == which, standing.c.answered > 0
    total = tx.execute(select(func.count()).where(*ranked)).scalar_one()
    better = tx.execute(select(func.count()).where(*ranked, standing.c.correct > own.correct)).scalar_one()
    return (better + 1 if own.answered else 0), total


def _made(tx: Connection, keys: Sequence[Key]) -> int:
    """Make empty standings; returns how many are new and so ours until the transaction ends."""
    statement = insert(tx, standing).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
    return tx.execute(statement, [_columns(key, Standing()) for key in keys]).rowcount


def _locked(tx: Connection, keys: Collection[Key]) -> dict[Key, Standing]:
    return dict(_entry(row) for row in tx.execute(_locking(tx.dialect.name), pairs(tx.dialect.name, keys)).all())


@cache
def _locking(dialect: str) -> Select[Any]:
    """Made once, as every query on the way of an answer: making it costs more than running it."""
    return (
        select(*_STORED)
        .where(are_pair(dialect, standing.c.classroom_id, standing.c.learner_id))
        .order_by(standing.c.classroom_id, standing.c.learner_id)
        .with_for_update(key_share=True)
    )


def _entry(row: Sequence[Any]) -> tuple[Key, Standing]:
    """A row of `_STORED`, taken apart at once: by name the columns would cost more than their values."""
    classroom, learner_id, through, streak, best, freezes, toward_freeze, answered, correct = row
    value = Standing(
        streak=Streak(current=streak, best=best, freezes=freezes, toward_freeze=toward_freeze),
        through=through,
        answered=answered,
        correct=correct,
    )
    return (ClassroomId(classroom), LearnerId(learner_id)), value


def _columns(key: Key, value: Standing) -> dict[str, int]:
    return {
        "classroom_id": key[0],
        "learner_id": key[1],
        "through": value.through,
        "streak": value.streak.current,
        "best": value.streak.best,
        "freezes": value.streak.freezes,
        "toward_freeze": value.streak.toward_freeze,
        "answered": value.answered,
        "correct": value.correct,
    }
