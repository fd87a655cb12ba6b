"""Work that outlives the request that began it."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import structlog

T = TypeVar("T")

log = structlog.get_logger(__name__)


class Background:
    """Tasks under way; one that breaks is logged and takes nothing else with it."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin it; whoever wants its result may await the task."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        return task

    async def drain(self) -> None:
        """Wait for all that is under way, and for what that begins."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def end(self, within: float) -> None:
        """Wait for all that is under way, at most so many seconds; what is not done then is given up."""
        try:
            async with asyncio.timeout(within):
                await self.drain()
        except TimeoutError:
            log.warning("background_work_given_up", tasks=len(self._under_way))
            for task in self._under_way:
                task.cancel()
            await asyncio.gather(*self._under_way, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("background_work_broke", exc_info=task.exception())
