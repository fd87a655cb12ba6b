"""Row 5: answers a second through the desk, beside the standard library's sqlite3 on the same tables.

Every round has a new database in which as many learners answered the question of the day before as will now answer
today's; for "new learners" other people did. The yardstick is one thread that inserts the answer or ignores it, reads
the standing and writes the moved one: it grades nothing, knows every learner's number and has nobody waiting.
"""

import asyncio
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.core.grading import Graded, Submission
from bot.core.posting import PostingId
from bot.desk import Desk
from bot.store import postings
from bot.store.database import Database
from bot.store.schema import upgrade
from bot.tutor import answering, opening
from tests.bench.rounds import Promise
from tests.builders import EIGHT, NINE, a_classroom, a_click

ANSWERS = 4000
IN_FLIGHT = 64
YESTERDAY, TODAY = NINE, NINE + timedelta(days=1)
KNOWN = tuple(f"known-{number}" for number in range(ANSWERS))
NEW = tuple(f"new-{number}" for number in range(ANSWERS))

_INSERT = (
    "INSERT INTO answer (posting_id, learner_id, classroom_id, topic, picked, correct, on_time, answered_at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_READ = "SELECT streak, best, answered, correct FROM standing WHERE classroom_id = ? AND learner_id = ?"
_WRITE = (
    "INSERT INTO standing"
    " (classroom_id, learner_id, through, streak, best, freezes, toward_freeze, answered, correct)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET through = excluded.through,"
    " streak = excluded.streak, best = excluded.best, freezes = excluded.freezes,"
    " toward_freeze = excluded.toward_freeze, answered = excluded.answered, correct = excluded.correct"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A database in which today's question is open and all known learners answered yesterday's."""

    database: Database
    today: PostingId


def known_learners() -> float:
    """Answers a second by learners who have a standing and a streak."""
    with _ground() as ground:
        return _through_the_desk(ground.database, ground.today, KNOWN, at=TODAY)


def new_learners() -> float:
    """Answers a second by people who never did anything before."""
    with _ground() as ground:
        return _through_the_desk(ground.database, ground.today, NEW, at=TODAY)


def standard_library() -> float:
    """Answers a second by the known learners through the driver's own connection, pragmas as the database sets them."""
    with _ground() as ground:
        pooled = ground.database.writer.raw_connection()
        raw = pooled.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        learners = [row[0] for row in raw.execute("SELECT id FROM learner ORDER BY id")]
        started = time.perf_counter()
        for place in range(0, ANSWERS, IN_FLIGHT):
            _one_transaction(raw, ground.today, learners[place : place + IN_FLIGHT])
        passed = time.perf_counter() - started
        pooled.close()
    return ANSWERS / passed


@contextmanager
def _ground() -> Iterator[Ground]:
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{Path(folder) / 'bench.db'}")
        upgrade(database)
        _through_the_desk(database, _open(database, YESTERDAY), KNOWN, at=YESTERDAY)
        yield Ground(database=database, today=_open(database, TODAY))
        database.close()


def _open(database: Database, at: datetime) -> PostingId:
    with database.writer.begin() as tx:
        classroom = a_classroom(tx, now=EIGHT)
        opening.claim_due(tx, at)
        return postings.open_postings(tx, classroom.id)[0].id


def _through_the_desk(database: Database, posting: PostingId, people: Sequence[str], *, at: datetime) -> float:
    return asyncio.run(_answered(database, [a_click(posting, person, at=at) for person in people]))


async def _answered(database: Database, clicks: Sequence[Submission]) -> float:
    """Answers a second with so many in flight; each is a first one on time and moves a standing."""
    desk = Desk(database)
    desk.start()

    async def one_after_the_other(own: Sequence[Submission]) -> None:
        for click in own:
            assert isinstance(await desk.submit(answering.record, click), Graded)

    started = time.perf_counter()
    await asyncio.gather(*(one_after_the_other(clicks[lane::IN_FLIGHT]) for lane in range(IN_FLIGHT)))
    passed = time.perf_counter() - started
    await desk.stop()
    return len(clicks) / passed


def _one_transaction(raw: sqlite3.Connection, posting: PostingId, learners: Sequence[int]) -> None:
    at = TODAY.replace(tzinfo=None).isoformat(" ", "microseconds")
    raw.execute("BEGIN IMMEDIATE")
    for learner in learners:
        raw.execute(_INSERT, (posting, learner, 1, "fine-tuning", "[0]", True, True, at))
        streak, best, answered, correct = raw.execute(_READ, (1, learner)).fetchone()
        raw.execute(_WRITE, (1, learner, 2, streak + 1, max(best, streak + 1), 0, 2, answered + 1, correct + 1))
    raw.execute("COMMIT")


PROMISES = (
    Promise(
        row=5,
        name="answers/s, 64 in flight ÷ sqlite3: known learners",
        ours=known_learners,
        yardstick=standard_library,
        gate=0.20,
        goal=0.40,
    ),
    Promise(
        row=5,
        name="answers/s, 64 in flight ÷ sqlite3: new learners",
        ours=new_learners,
        yardstick=standard_library,
        gate=0.20,
        goal=0.40,
    ),
)
