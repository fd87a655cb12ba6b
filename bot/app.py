"""The only file that constructs: everything is built here, started in order, and stopped in the reverse one."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.bank.files import load
from bot.commands.catalogue import Catalogue
from bot.commands.dispatch import Dispatcher
from bot.core.address import Platform
from bot.core.question import Pack
from bot.courier import Courier
from bot.desk import Desk
from bot.http import LocalServer, application
from bot.live_count import LiveCount
from bot.platforms.web.app import WebApp
from bot.platforms.web.beginning import demo_start, give_classroom, pictures
from bot.platforms.web.buttons import Buttons
from bot.platforms.web.clock import DemoClock
from bot.platforms.web.commands import Commands
from bot.platforms.web.outbound import WebChat
from bot.platforms.web.people import CHANNELS
from bot.platforms.web.render import Renderer
from bot.platforms.web.stream import Stream
from bot.platforms.web.travel import Travel
from bot.reception import Reception
from bot.store.database import Database
from bot.store.schema import upgrade
from bot.ticker import Ticker
from bot.tutor.curation import take_in


@asynccontextmanager
async def demo(*, database_url: str, content: Path, port: int) -> AsyncIterator[LocalServer]:
    """The tutor on its own chat page, ready for visitors.

    Raises:
        BankError: the content folder is not in order.
        DatabaseTrouble: the database cannot be used.
        PortTaken: the port cannot be had.
    """
    loaded = load(content)
    async with AsyncExitStack() as stack:
        desk = await _desk(stack, database_url)
        clock = await _clock_with_content(desk, loaded)
        stream, renderer = Stream(), Renderer()
        chat = WebChat(desk, renderer, stream, clock)
        courier = Courier(desk, {Platform.WEB: chat}, clock)
        live_count = LiveCount(desk, {Platform.WEB: chat}, clock)
        ticker = Ticker(desk, courier, live_count, clock)
        travel = Travel(desk, clock, ticker.tick_through)
        web = WebApp(
            desk=desk,
            chat=chat,
            buttons=Buttons(Reception(desk, live_count, clock), clock),
            commands=Commands(Dispatcher(desk, Catalogue(), clock)),
            renderer=renderer,
            stream=stream,
            clock=clock,
            travel=travel.go,
            picture=pictures(content, loaded),
        )
        server = LocalServer(application(web.routes()), port, hang_up=stream.close)
        await _running(stack, desk, courier, ticker)
        await _first_question(desk, clock, travel)
        yield await _serving(stack, server)


async def _desk(stack: AsyncExitStack, database_url: str) -> Desk:
    """A desk at work over a database of this version's tables."""
    database = Database(database_url)
    stack.callback(database.close)
    upgrade(database)
    desk = Desk(database)
    desk.start()
    stack.push_async_callback(desk.stop)
    return desk


async def _clock_with_content(desk: Desk, loaded: tuple[Pack, ...]) -> DemoClock:
    """The demo's clock, going on where it was; at that time the packs are what their files say."""
    clock = DemoClock(await desk.read(demo_start, datetime.now(UTC)))
    await desk.write(take_in, loaded, clock())
    return clock


async def _first_question(desk: Desk, clock: DemoClock, travel: Travel) -> None:
    """Give a new demo its classroom, and go to the moment of its first question."""
    if await desk.write(give_classroom, secrets.token_hex(8), clock()):
        await travel.to_next(CHANNELS[0])


async def _serving(stack: AsyncExitStack, server: LocalServer) -> LocalServer:
    """Take requests, and on the way down finish those under way."""
    await server.start()
    stack.push_async_callback(server.ended)
    stack.callback(server.stop)
    return server


async def _running(stack: AsyncExitStack, desk: Desk, courier: Courier, ticker: Ticker) -> None:
    """Start what works by itself; on the way down nothing new is started and what is under way is finished."""
    desk.on_owed(courier.wake)
    carrying = asyncio.create_task(courier.run())
    stack.push_async_callback(courier.drain)
    stack.callback(carrying.cancel)
    ticker.start()
    stack.push_async_callback(ticker.stop)
    courier.wake()
