"""Row 6: ten thousand classrooms due at once, until each has its posting and its delivery, in milliseconds.

The yardstick is APScheduler's own store of jobs on the same kind of database: as many jobs over the same zones, all
due, doing nothing; measured until the scheduler has run and stored each of them once.
"""

import threading
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.cron import CronTrigger

from bot.tutor import opening
from tests.bench.many import ZONES, make_classrooms
from tests.bench.places import NAMES, a_database, an_address
from tests.bench.rounds import Promise
from tests.builders import NINE

MANY = 10_000
_RAN = threading.Semaphore(0)


def claims(kind: str) -> float:
    """Milliseconds until all are claimed."""
    with a_database(kind) as database:
        with database.writer.begin() as tx:
            make_classrooms(tx, MANY, due_at=NINE)
        started = time.perf_counter()
        claimed = 0
        while claimed < MANY:
            with database.writer.begin() as tx:
                claimed += opening.claim_due(tx, NINE)
        return (time.perf_counter() - started) * 1000


def jobs(kind: str) -> float:
    """Milliseconds until all jobs were run and stored with their next time."""
    with an_address(kind) as url:
        scheduler = BackgroundScheduler(
            timezone="UTC",
            jobstores={"default": SQLAlchemyJobStore(url=url)},
            job_defaults={"misfire_grace_time": None, "coalesce": True},
        )
        scheduler.start(paused=True)
        overdue = datetime.now(UTC) - timedelta(seconds=1)
        zones = [ZoneInfo(name) for name in ZONES]
        for number in range(MANY):
            trigger = CronTrigger(hour=9, timezone=zones[number % len(zones)])
            scheduler.add_job(job, trigger, id=str(number), next_run_time=overdue)
        started = time.perf_counter()
        scheduler.resume()
        for _ in range(MANY):
            _RAN.acquire()
        scheduler.shutdown(wait=True)
        return (time.perf_counter() - started) * 1000


def job() -> None:
    """What a job does here: nothing, but it is known that it ran."""
    _RAN.release()


PROMISES = tuple(
    Promise(
        row=6,
        name=f"{NAMES[kind]}: ms for 10,000 classrooms due at once ÷ APScheduler's SQL store",
        ours=partial(claims, kind),
        yardstick=partial(jobs, kind),
        gate=1 / 15,
        goal=1 / 50,
        at_most=True,
    )
    for kind in NAMES
)
