"""Row 7: a tick that finds nothing due, in microseconds, with 100,000 classrooms and with a tenth of them.

In every classroom a question is open and the next one is planned; all deliveries are sent.
"""

import time
from datetime import timedelta
from functools import partial

from bot.tutor import agenda
from tests.bench.many import make_classrooms, make_postings
from tests.bench.places import NAMES, a_database
from tests.bench.rounds import Promise
from tests.builders import NINE

TICKS = 500


def idle_tick(kind: str, classrooms: int) -> float:
    """Microseconds of one look at the agenda."""
    with a_database(kind) as database:
        with database.writer.begin() as tx:
            make_classrooms(tx, classrooms, due_at=NINE + timedelta(days=1))
            make_postings(tx)
        if kind == "postgresql":
            with database.writer.connect() as connection:
                connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("ANALYZE")
        look = timedelta(hours=1) + NINE
        passed = 0.0
        for tick in range(TICKS + 50):
            started = time.perf_counter()
            with database.reader.begin() as tx:
                found = agenda.look(tx, look)
            passed += (time.perf_counter() - started) * (tick >= 50)
            assert not found.due
            assert not found.to_send
        return passed / TICKS * 1_000_000


PROMISES = tuple(
    Promise(
        row=7,
        name=f"{NAMES[kind]}: µs of an idle tick, 100,000 classrooms ÷ 10,000",
        ours=partial(idle_tick, kind, 100_000),
        yardstick=partial(idle_tick, kind, 10_000),
        gate=1.5,
        goal=1.2,
        at_most=True,
    )
    for kind in NAMES
)
