"""Patience at the start: a database whose server is not there yet is waited for as a bot at work would."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from itertools import chain, repeat
from threading import Thread, Timer
from typing import TypeVar

import structlog

from bot.store.database import Database
from bot.store.transaction import WAITS_FOR_SERVER
from bot.store.trouble import DatabaseAway

T = TypeVar("T")

_SILENCE = 5.0
"""Seconds of it before somebody should look what the server does, or who else is making tables."""

log = structlog.get_logger(__name__)


async def patiently(prepare: Callable[[Database], None], database: Database, silence: float = _SILENCE) -> None:
    """Prepare a database as soon as its server is there; who is cancelled waits no longer.

    One that neither answers nor refuses for so many seconds of `silence` is named in the log.

    Raises:
        DatabaseAway: it did not come in about a minute.
        DatabaseTrouble: it cannot be used, and waiting would not help.
    """
    loop = asyncio.get_running_loop()
    latest = loop.time() + sum(WAITS_FOR_SERVER)
    for wait in chain(WAITS_FOR_SERVER, repeat(WAITS_FOR_SERVER[-1])):
        try:
            with _named_if_silent(silence):
                await apart(partial(prepare, database))
        except DatabaseAway as error:
            if loop.time() + wait > latest:
                raise
            log.warning("database_not_ready", reason=error.message, retry_in=wait)
            await asyncio.sleep(wait)
        else:
            return


async def apart(work: Callable[[], T]) -> T:
    """On a thread that the end of the program does not wait for: a server may be silent for minutes."""
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:  # noqa: BLE001 - handed to whoever waits
            done.set_exception(error)

    Thread(target=run, name="apart", daemon=True).start()
    return await asyncio.wrap_future(done)


@contextmanager
def _named_if_silent(seconds: float) -> Iterator[None]:
    telling = Timer(seconds, log.warning, ["database_does_not_answer"], {"seconds": seconds})
    telling.daemon = True
    telling.start()
    try:
        yield
    finally:
        telling.cancel()
