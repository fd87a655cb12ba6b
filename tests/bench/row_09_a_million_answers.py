"""Row 9: answers a second, explained, with a million answers stored and with none.

The million are ten questions of one classroom, each answered by the same 100,000 learners; some of these answer the
question of today. Where none are stored, the same learners are known and the same questions were asked. The collector
is spared as `trapwise run` spares it.
"""

import asyncio
import time
from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from sqlalchemy import JSON, Connection, insert, literal, select, true

from bot.core.grading import Feedback, Submission
from bot.core.posting import PostingState
from bot.desk import Desk
from bot.store.database import Database
from bot.store.tables import answer, learner, posting, standing
from bot.tutor import explaining
from tests.bench.places import NAMES, a_database, collector_spared
from tests.bench.rounds import Promise
from tests.builders import EIGHT, NINE, a_classroom, a_click
from tests.tutor.school import pass_time, the_open

DAYS, LEARNERS = 10, 100_000
ANSWERS, IN_FLIGHT = 3000, 64
TODAY = NINE + timedelta(days=DAYS)


def answers_a_second(kind: str, *, stored: bool) -> float:
    """Known learners answer today's question."""
    with a_database(kind) as database:
        with database.writer.begin() as tx:
            here = a_classroom(tx, now=EIGHT).id
            pass_time(tx, here, TODAY)
            today = the_open(tx, here)
            people = _make_learners(tx)
            if stored:
                _make_answers(tx, here)
        if kind == "postgresql":
            with database.writer.connect() as connection:
                connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM ANALYZE")
        clicks = [a_click(today.id, person, at=TODAY) for person in people[:ANSWERS]]
        return asyncio.run(_answered(database, clicks))


def _make_learners(tx: Connection) -> list[str]:
    people = [f"person-{number}" for number in range(LEARNERS)]
    rows = [{"workspace_id": 1, "external_id": person, "name": person.capitalize()} for person in people]
    tx.execute(insert(learner), rows)
    return people


def _make_answers(tx: Connection, classroom: int) -> None:
    known = {"classroom_id": posting.c.classroom_id, "answered_at": posting.c.due_at}
    made_up = {"topic": literal("fine-tuning"), "picked": literal([0], JSON), "correct": true(), "on_time": true()}
    columns = {"posting_id": posting.c.id, "learner_id": learner.c.id, **known, **made_up}
    every = select(*columns.values()).join_from(posting, learner, true())
    earlier = every.where(posting.c.state == PostingState.CLOSED.value)
    filling = insert(answer).from_select(list(columns), earlier).execution_options(preserve_rowcount=True)
    made = tx.execute(filling).rowcount
    assert made == DAYS * LEARNERS
    streak = {"through": DAYS, "streak": DAYS, "best": DAYS, "freezes": 2, "toward_freeze": 0}
    counts = {"classroom_id": classroom, "answered": DAYS, "correct": DAYS}
    owners = tx.execute(select(learner.c.id)).scalars().all()
    tx.execute(insert(standing), [{"learner_id": own, **streak, **counts} for own in owners])


async def _answered(database: Database, clicks: Sequence[Submission]) -> float:
    desk = Desk(database)
    desk.start()

    async def one_after_the_other(own: Sequence[Submission]) -> None:
        for click in own:
            assert isinstance(await desk.submit(explaining.answer, click), Feedback)

    with collector_spared():
        started = time.perf_counter()
        await asyncio.gather(*(one_after_the_other(clicks[lane::IN_FLIGHT]) for lane in range(IN_FLIGHT)))
        passed = time.perf_counter() - started
    await desk.stop()
    return len(clicks) / passed


PROMISES = tuple(
    Promise(
        row=9,
        name=f"{NAMES[kind]}: answers/s with 1,000,000 answers stored ÷ with none",
        ours=partial(answers_a_second, kind, stored=True),
        yardstick=partial(answers_a_second, kind, stored=False),
        gate=0.6,
        goal=0.85,
    )
    for kind in NAMES
)
