"""The bridge between the event loop and the database: writes in groups on one thread, reads on a few."""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar, TypeVarTuple

import structlog
from sqlalchemy import Connection

from bot.metrics import Metrics
from bot.store import transaction
from bot.store.database import Database
from bot.store.owing import OWED

T = TypeVar("T")
Item = TypeVar("Item")
Args = TypeVarTuple("Args")

DEPTH = 4096
"""Writes that may wait; whoever brings more waits before the queue, not in it."""
GROUP = 256
"""The most writes that share one transaction."""
READERS = 4
_SLOW = 2.0
"""Seconds that a transaction may take without a word in the log."""
_STUCK = 5.0
"""Seconds after which a transaction may never end."""
_GRUDGE = 30.0
"""Seconds for which a database that refused a write is not trusted at most: without writes nothing would tell."""
_HURRY = 0.5
"""Seconds that one wait may take while the desk is being stopped."""

log = structlog.get_logger(__name__)


@dataclass(slots=True, eq=False)
class _Job:
    """One write; `batch` is set for items that are handed to the same function as one list."""

    single: Callable[[Connection], Any]
    batch: Callable[[Connection, Sequence[Any]], Sequence[Any]] | None
    item: Any
    future: "asyncio.Future[Any]"
    result: Any = None
    error: Exception | None = None


class Desk:
    """Runs flows in transactions; started and stopped on the loop that awaits its results."""

    def __init__(self, database: Database, metrics: Metrics | None = None) -> None:
        self._database = database
        self._metrics = metrics or Metrics()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._room = asyncio.Semaphore(DEPTH)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._writer = threading.Thread(target=self._work, name="writer", daemon=True)
        self._stopping = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: list[Callable[[], None]] = []
        self._waiting = 0
        self.under_way: dict[int, float] = {}  # by thread, since when
        self._failed_at = -_GRUDGE
        self._metrics.watch(queue=lambda: self._waiting)

    def start(self) -> None:
        """Begin to work on what is brought."""
        self._loop = asyncio.get_running_loop()
        self._writer.start()

    async def stop(self) -> None:
        """Finish what was brought, then stop."""
        self._stopping.set()
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._readers.shutdown(wait=True)

    @property
    def stores(self) -> bool:
        """Whether the database took the newest write or had time to come to itself, and keeps none waiting for long."""
        now, began = time.monotonic(), self.under_way.get(self._writer.ident or 0)
        return now - self._failed_at > _GRUDGE and (began is None or now - began < _STUCK)

    def on_owed(self, listener: Callable[[], None]) -> None:
        """Call the listener on the loop after each commit that made a delivery due."""
        self._listeners.append(listener)

    async def write(self, flow: Callable[[Connection, *Args], T], *args: *Args) -> T:
        """Run a flow in a savepoint of the next group; returns or raises only after the group's COMMIT."""
        return await self._bring(lambda tx: flow(tx, *args), None, None)

    async def submit(self, flow: Callable[[Connection, Sequence[Item]], Sequence[T]], item: Item) -> T:
        """Hand one item to a flow that takes many: all items of a group go in one call, singly only if that raises."""
        return await self._bring(lambda tx: flow(tx, [item])[0], flow, item)

    async def read(self, flow: Callable[[Connection, *Args], T], *args: *Args) -> T:
        """Run a flow that only reads, beside the writer."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, flow, *args)

    def _read(self, flow: Callable[..., T], *args: object) -> T:
        self.under_way[thread := threading.get_ident()] = time.monotonic()
        try:
            return transaction.read(self._database, lambda tx: flow(tx, *args), self._pause)
        finally:
            del self.under_way[thread]

    async def _bring(self, single: Callable[[Connection], T], batch: Any, item: Any) -> T:
        self._waiting += 1
        try:
            async with self._room:
                future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
                self._jobs.put(_Job(single, batch, item, future))
                return await future
        finally:
            self._waiting -= 1

    def _work(self) -> None:
        thread = threading.get_ident()
        while (first := self._jobs.get()) is not None:
            group, last = self._gather(first)
            self._metrics.grouped(len(group))
            self.under_way[thread] = began = time.monotonic()
            owed, stored = self._commit(group)
            self._judge(group, stored=stored)
            del self.under_way[thread]
            if (seconds := time.monotonic() - began) > _SLOW:
                log.warning("database_slow", seconds=round(seconds, 1), writes=len(group))
            assert self._loop is not None  # noqa: S101
            self._loop.call_soon_threadsafe(self._resolve, group, owed)
            if last:
                return

    def _gather(self, first: _Job) -> tuple[list[_Job], bool]:
        group = [first]
        while len(group) < GROUP:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return group, True
            group.append(job)
        return group, False

    def _commit(self, group: list[_Job]) -> tuple[bool, bool]:
        """Run a group in one transaction; if that cannot begin or commit, the error is everybody's.

        Returns whether a delivery came due, and whether anything was stored.
        """
        try:
            return transaction.write(self._database, lambda tx: _run(tx, group), self._pause)
        except Exception as error:  # noqa: BLE001 - handed to every caller, who must know that nothing was stored
            for job in group:
                job.error = error
            return False, False

    def _judge(self, group: list[_Job], *, stored: bool) -> None:
        """Trust the database again once it stores, and not while it refuses; one flow's own mistake tells nothing."""
        if any(transaction.refused(job.error) for job in group):
            self._failed_at = time.monotonic()
        elif stored:
            self._failed_at = -_GRUDGE

    def _pause(self, seconds: float) -> bool:
        """Wait before another attempt; who is to stop waits for other writers, but not for a server to come back."""
        if self._stopping.wait(seconds):
            time.sleep(min(seconds, _HURRY))
            return seconds <= _HURRY
        return True

    def _resolve(self, group: list[_Job], owed: bool) -> None:
        for job in group:
            if job.future.done():
                continue
            if job.error is None:
                job.future.set_result(job.result)
            else:
                job.future.set_exception(job.error)
        for listener in self._listeners if owed else ():
            listener()


def _run(tx: Connection, group: list[_Job]) -> bool:
    """Run all jobs of a group, perhaps not for the first time; returns whether a delivery came due."""
    tx.info.pop(OWED, None)
    for job in group:
        job.result = job.error = None
    _perform(tx, group)
    _require_open(tx)
    return bool(tx.info.pop(OWED, False))


def _require_open(tx: Connection) -> None:
    """Fail when the database itself has ended the transaction, as SQLite does on a full disk or a read error.

    What a job does after that would be committed piece by piece, and COMMIT would succeed with nothing in it.
    """
    if not getattr(tx.connection.driver_connection, "in_transaction", True):
        raise transaction.TransactionLost("the database ended the transaction before its COMMIT")


def _require_whole(tx: Connection, error: Exception) -> None:
    """Fail when a job's error has undone the others' work too."""
    if transaction.undone(error):
        raise error
    _require_open(tx)


def _perform(tx: Connection, group: list[_Job]) -> None:
    """Every job in its own savepoint, items of the same flow together at the place of the first.

    Who is alone needs none: whatever goes wrong undoes the transaction, and it is nobody else's.
    """
    if len(group) == 1:
        group[0].result = group[0].single(tx)
        return
    batches: dict[Any, list[_Job]] = {}
    for job in group:
        batches.setdefault(job.batch or job, []).append(job)
    for flow, jobs in batches.items():
        if len(jobs) == 1 or not _together(tx, flow, jobs):
            for job in jobs:
                _alone(tx, job)


def _together(tx: Connection, flow: Any, jobs: list[_Job]) -> bool:
    """Whether the flow took all items in one call; if not, nothing of it remains."""
    try:
        with tx.begin_nested():
            results = flow(tx, [job.item for job in jobs])
    except Exception as error:  # noqa: BLE001 - whose fault it is shows when they run singly
        _require_whole(tx, error)
        return False
    for job, result in zip(jobs, results, strict=True):
        job.result = result
    return True


def _alone(tx: Connection, job: _Job) -> None:
    try:
        with tx.begin_nested():
            job.result = job.single(tx)
    except Exception as error:  # noqa: BLE001 - handed to the one caller it belongs to
        _require_whole(tx, error)
        job.error = error
