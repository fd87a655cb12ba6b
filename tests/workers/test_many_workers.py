from bot.store.database import Database
from tests.databases import on_postgresql
from tests.workers.shift import OTHERS, work_through

CLASSROOMS = 400
"""Enough to see them share; `python -m tests.bench workers` has two thousand."""


@on_postgresql
def test_four_workers_post_everything_once_although_one_is_killed(database: Database) -> None:
    shift = work_through(database, CLASSROOMS, dies_after=20, within=60)

    assert len(shift.messages) == shift.messages.total() == shift.open_cards == CLASSROOMS
    assert min(shift.by_worker[worker] for worker in OTHERS) > CLASSROOMS / 10
    assert shift.taken_over > 0
