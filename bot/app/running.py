"""A bot at work and its end: in order at the first signal, at once at the second, and at the latest after a while."""

import asyncio
import os
import signal
import threading
from collections.abc import Callable

import structlog

from bot.core.errors import TutorError

_LATEST = 10.0
"""Seconds from the first signal to the end, whatever hangs."""

log = structlog.get_logger(__name__)


class Broken(TutorError):
    """The bot had to end by itself."""


class Running:
    """A bot at work, or on the way there, and its end."""

    def __init__(self) -> None:
        self._stopped = asyncio.Event()
        self._starting: asyncio.Task[object] | None = asyncio.current_task()
        self._broken = ""

    def started(self) -> None:
        """The start is through."""
        self._starting = None

    def stop(self) -> None:
        """End it in order, the start too."""
        self._stopped.set()
        if self._starting is not None:
            self._starting.cancel()

    def fail(self, reason: str) -> None:
        """End it because it is of no use any more."""
        self._broken = reason
        self.stop()

    async def ended(self) -> None:
        """Wait until somebody stops it.

        Raises:
            Broken: it could not go on.
        """
        await self._stopped.wait()
        if self._broken:
            raise Broken(self._broken)


def stop_on_signals(running: Running, at_signal: Callable[[], None]) -> None:
    """The first signal ends it in order, a second one at once."""
    loop = asyncio.get_running_loop()
    signs = (signal.SIGINT, signal.SIGTERM)

    def stop() -> None:
        for sign in signs:
            loop.remove_signal_handler(sign)
        at_signal()
        running.stop()

    for sign in signs:
        loop.add_signal_handler(sign, stop)


def end_at_latest() -> None:
    """See to it that the process ends: what it leaves undone is found by its lease, or was never promised."""

    def give_up() -> None:
        log.warning("ended_in_the_middle")
        os._exit(0)

    timer = threading.Timer(_LATEST, give_up)
    timer.daemon = True
    timer.start()
