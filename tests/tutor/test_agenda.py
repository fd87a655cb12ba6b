from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, event

from bot.core.address import Platform
from bot.core.shares import Shares
from bot.store import classrooms, deliveries, postings
from bot.store.columns import metadata
from bot.tutor import agenda
from tests.builders import NINE
from tests.databases import on_sqlite

STEPS = (
    agenda.look,
    deliveries.anything_due,
    lambda tx, now: postings.due_to_close(tx, now, most=9),
    lambda tx, now: classrooms.due_classrooms(tx, now, most=9),
    lambda tx, now: deliveries.claim_due(tx, now=now, shares=Shares(Platform.WEB, 9)),
)


def plans_of(tx: Connection) -> set[str]:
    """How SQLite finds what every tick looks for."""
    asked: list[tuple[str, Any]] = []
    event.listen(tx, "before_cursor_execute", lambda *told: asked.append((told[2], told[3])))
    for step in STEPS:
        step(tx, NINE + timedelta(days=1))
    queries = [(query, values) for query, values in asked if query.startswith("SELECT")]
    plans = [tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", values).all() for query, values in queries]
    return {step.detail for plan in plans for step in plan}


@on_sqlite
def test_a_tick_scans_no_table(tx: Connection) -> None:
    plans = plans_of(tx)

    assert len(plans) >= len(STEPS)
    assert plans.isdisjoint(f"SCAN {name}" for name in metadata.tables)
