"""An event loop whose time stands still while something happens, and leaps when all that is left is to wait."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, TypeVarTuple

from sqlalchemy import Connection

from bot.desk import Desk

_INSTANT = 1e-9
"""Something that is done takes no time, but not so little that a timer for the next moment would never go off."""
T = TypeVar("T")
Args = TypeVarTuple("Args")


def leaping(story: Coroutine[Any, Any, T]) -> T:
    """What comes of the story, on a loop that leaps."""
    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        return runner.run(story)


class LeapingLoop(asyncio.SelectorEventLoop):
    """Minutes of waiting take no time; `busy` counts what threads are doing, for which it really waits."""

    def __init__(self) -> None:
        self.busy = 0
        self._leapt = 0.0
        super().__init__(_Leaping(self))

    def time(self) -> float:
        """Seconds since the loop was made, by its own reckoning."""
        return self._leapt

    def leap(self, seconds: float) -> None:
        """Let time pass."""
        self._leapt += seconds


class _Leaping(selectors.SelectSelector):
    def __init__(self, loop: LeapingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= 0:
            self._loop.leap(_INSTANT)
            return super().select(timeout)
        ready = super().select(None if self._loop.busy else 0)
        if not ready:
            self._loop.leap(timeout)
        return ready


class LeapingDesk(Desk):
    """A desk that tells its loop when the database is at work."""

    async def read(self, flow: Callable[[Connection, *Args], T], *args: *Args) -> T:
        """As any desk does."""
        with _busy():
            return await super().read(flow, *args)

    async def _bring(self, single: Callable[[Connection], T], batch: Any, item: Any) -> T:
        with _busy():
            return await super()._bring(single, batch, item)


@contextmanager
def _busy() -> Iterator[None]:
    """A thread is at work."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, LeapingLoop)
    loop.busy += 1
    try:
        yield
    finally:
        loop.busy -= 1


class SlowDesk(LeapingDesk):
    """A desk whose database takes its time."""

    slow = 0.0

    async def write(self, flow: Callable[[Connection, *Args], T], *args: *Args) -> T:
        """As any desk does, `slow` seconds later."""
        result = await super().write(flow, *args)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, LeapingLoop)
        loop.leap(self.slow)
        return result
