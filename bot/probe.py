"""A look at something that may hang: never two at a time, and what it told is good for a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import structlog

T = TypeVar("T")

log = structlog.get_logger(__name__)


class Probe(Generic[T]):
    """However often it is asked, it costs one look within `good_for` seconds, and nobody waits longer than `within`."""

    def __init__(self, name: str, look: Callable[[], Awaitable[T]], *, good_for: float, within: float) -> None:
        self._name = name
        self._look = look
        self._good_for = good_for
        self._within = within
        self._told: tuple[float, T | None] | None = None
        self._looking: asyncio.Task[None] | None = None

    async def ask(self) -> T | None:
        """What the newest look told; None if it failed or takes too long."""
        if (told := self._fresh()) is not None:
            return told[1]
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._see())
        await asyncio.wait({self._looking}, timeout=self._within)
        told = self._fresh()
        return None if told is None else told[1]

    def _fresh(self) -> tuple[float, T | None] | None:
        good = self._told is not None and time.monotonic() - self._told[0] < self._good_for
        return self._told if good else None

    async def _see(self) -> None:
        found: T | None = None
        try:
            found = await self._look()
        except Exception as error:  # noqa: BLE001 - whatever it is, there is nothing to tell
            log.warning("probe_failed", probe=self._name, reason=repr(error))
        self._told = time.monotonic(), found
