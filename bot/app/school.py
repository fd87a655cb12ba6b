"""What every bot is made of, whatever platforms it speaks, and how that is started and stopped."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from datetime import datetime

import structlog

from bot.app.patience import patiently
from bot.commands.catalogue import Catalogue
from bot.commands.dispatch import Dispatcher
from bot.core.address import Platform
from bot.courier import Courier
from bot.desk import Desk
from bot.http import Server
from bot.live_count import LiveCount
from bot.metrics import Metrics
from bot.port import ChatPlatform
from bot.pulse import Pulse
from bot.reception import Reception
from bot.store.database import Database
from bot.store.schema import require_tables, upgrade
from bot.store.tenancy import sole_tenant
from bot.ticker import Ticker
from bot.watch import Watch

log = structlog.get_logger(__name__)

_LAST_WORDS = 5.0
"""Seconds for messages under way at the end; what answers people has a few more."""


class School:
    """The tutor at work: what it says goes to the platforms, which may join while it works."""

    def __init__(
        self,
        desk: Desk,
        platforms: Mapping[Platform, ChatPlatform],
        clock: Callable[[], datetime],
        metrics: Metrics | None = None,
    ) -> None:
        self.desk = desk
        self.clock = clock
        self.metrics = metrics or Metrics()
        self.pulse = Pulse()
        self.courier = Courier(desk, platforms, clock, self.metrics)
        self.live_count = LiveCount(desk, platforms, clock)
        self.ticker = Ticker(desk, self.courier, self.live_count, clock, self.pulse)
        self.reception = Reception(desk, self.live_count, self.metrics)
        self.dispatcher = Dispatcher(desk, Catalogue(), clock)

    async def start(self, stack: AsyncExitStack) -> None:
        """Start what works by itself; on the way down nothing new is started and what is under way is finished.

        What is not finished in time is let go: whoever starts next finds it by its lease, and looks before it sends.
        """
        self.desk.on_owed(self.courier.wake)
        beating = asyncio.create_task(self.pulse.run())
        stack.callback(beating.cancel)
        carrying = asyncio.create_task(self.courier.run())
        stack.push_async_callback(self._end, carrying)
        self.ticker.start()
        self.courier.wake()

    def rest(self) -> None:
        """Open, close and send nothing more of itself; people are still answered, and what is under way goes on."""
        self.ticker.rest()
        self.courier.rest()

    async def _end(self, carrying: "asyncio.Task[None]") -> None:
        self.rest()
        try:
            async with asyncio.timeout(_LAST_WORDS):
                await self.ticker.stop()
                await carrying
                await self.courier.drain()
        except TimeoutError:
            log.warning("stopped_in_the_middle")
            await self.courier.let_go()


async def serve(stack: AsyncExitStack, server: Server) -> None:
    """Take requests, and on the way down finish those under way."""
    await server.start()
    stack.push_async_callback(server.ended)
    stack.callback(server.stop)


async def open_desk(
    stack: AsyncExitStack, database: Database, metrics: Metrics | None = None, *, migrates: bool = True
) -> Desk:
    """A desk at work over a database, alone on it if it is a file.

    `migrates` brings the database to this version's tables; else they have to be there.

    Raises:
        DatabaseTrouble: the database cannot be used, or another bot is at work on the file.
    """
    stack.enter_context(sole_tenant(database))
    stack.callback(database.close)
    await patiently(upgrade if migrates else require_tables, database)
    desk = Desk(database, metrics)
    desk.start()
    watching = asyncio.create_task(Watch(desk.under_way).run())
    stack.callback(watching.cancel)
    stack.push_async_callback(desk.stop)
    return desk
