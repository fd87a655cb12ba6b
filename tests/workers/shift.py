"""A shift of four workers: they share what is due, and one of them dies in the middle of it."""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, func, insert, select

from bot.core.delivery import DeliveryState
from bot.core.posting import PostingState
from bot.store.database import Database
from bot.store.tables import classroom, delivery, posting
from tests.builders import a_classroom, a_pack
from tests.workers.ledger import ledger

HOUSE = Path(__file__).parents[2]
MORTAL, OTHERS = "mortal", ("second", "third", "fourth")


@dataclass(frozen=True)
class Shift:
    """How it went: how often each message was sent, by whom, how many were begun twice and how many cards are open."""

    messages: Counter[str]
    by_worker: Counter[str]
    taken_over: int
    open_cards: int
    seconds: float


def work_through(database: Database, classrooms: int, *, dies_after: int, within: float) -> Shift:
    """Let four workers open and post the question of so many classrooms; one stalls after some posts and is killed."""
    with database.writer.begin() as tx:
        _make_classrooms(tx, classrooms)
    start = time.time()
    with (
        _a_worker(database.url, MORTAL, str(start), str(dies_after)) as mortal,
        _a_worker(database.url, OTHERS[0], str(start)),
        _a_worker(database.url, OTHERS[1], str(start)),
        _a_worker(database.url, OTHERS[2], str(start)),
    ):
        _wait_until(database, lambda tx: _sent_by(tx)[MORTAL] >= dies_after + 3, within)
        mortal.kill()
        _wait_until(database, lambda tx: _settled(tx) == classrooms, within)
    with database.reader.begin() as tx:
        return Shift(
            messages=Counter(tx.execute(select(ledger.c.key)).scalars()),
            by_worker=_sent_by(tx),
            taken_over=_count(tx, delivery.c.attempts > 1),
            open_cards=_count(tx, posting.c.state == PostingState.OPEN.value),
            seconds=time.time() - start,
        )


def _make_classrooms(tx: Connection, many: int) -> None:
    """All of them due at nine."""
    first = a_classroom(tx, pack=a_pack(each=1)).id
    row = dict(tx.execute(select(classroom).where(classroom.c.id == first)).one()._mapping)
    del row["id"]
    tx.execute(insert(classroom), [{**row, "channel": f"channel-{number}"} for number in range(1, many)])
    ledger.create(tx)


@contextmanager
def _a_worker(url: str, name: str, *options: str) -> Iterator["subprocess.Popen[str]"]:
    words = (sys.executable, "-m", "tests.workers.worker", url, name, *options)
    with subprocess.Popen(words, cwd=HOUSE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            yield process
        finally:
            process.kill()
            told = process.communicate()[0]
    assert "Traceback" not in told, told


def _wait_until(database: Database, done: Callable[[Connection], bool], within: float) -> None:
    end = time.monotonic() + within
    while time.monotonic() < end:
        with database.reader.begin() as tx:
            if done(tx):
                return
        time.sleep(0.1)
    raise AssertionError(f"the workers are not done after {within} s")


def _sent_by(tx: Connection) -> Counter[str]:
    return Counter(tx.execute(select(ledger.c.worker)).scalars())


def _settled(tx: Connection) -> int:
    return _count(tx, delivery.c.state == DeliveryState.SENT.value)


def _count(tx: Connection, what: ColumnElement[bool]) -> int:
    return tx.execute(select(func.count()).where(what)).scalar_one()
