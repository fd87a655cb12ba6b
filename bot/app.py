"""The only file that constructs: everything is built here, started in order, and stopped in the reverse one."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection

from bot.bank.files import load, picture_path
from bot.commands.catalogue import Catalogue
from bot.commands.dispatch import Dispatcher
from bot.core.address import Platform
from bot.core.question import Pack
from bot.courier import Courier
from bot.desk import Desk
from bot.http import LocalServer, application
from bot.live_count import LiveCount
from bot.platforms.web import people
from bot.platforms.web.app import WebApp
from bot.platforms.web.buttons import Buttons
from bot.platforms.web.clock import DemoClock, just_before_class
from bot.platforms.web.commands import Commands
from bot.platforms.web.outbound import WebChat
from bot.platforms.web.render import Renderer
from bot.platforms.web.stream import Stream
from bot.platforms.web.travel import Travel
from bot.store import classrooms, packs
from bot.store.database import Database
from bot.store.schema import upgrade
from bot.store.web_messages import newest_moment
from bot.ticker import Ticker
from bot.tutor import setup


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
            buttons=Buttons(desk, live_count, clock),
            commands=Commands(Dispatcher(desk, Catalogue(), clock)),
            renderer=renderer,
            stream=stream,
            clock=clock,
            travel=travel.go,
            picture=lambda pack, file: _picture(content, loaded, pack, file),
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
    clock = DemoClock(await desk.read(_demo_start, datetime.now(UTC)))
    await desk.write(_save_packs, loaded, clock())
    return clock


async def _first_question(desk: Desk, clock: DemoClock, travel: Travel) -> None:
    """Give a new demo its classroom, and go to the moment of its first question."""
    if await desk.write(_first_classroom, clock()):
        await travel.to_next(people.CHANNELS[0])


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
    stack.callback(ticker.stop)
    courier.wake()


def _demo_start(tx: Connection, now: datetime) -> datetime:
    newest = newest_moment(tx)
    return just_before_class(now) if newest is None else max(now, newest)


def _save_packs(tx: Connection, loaded: tuple[Pack, ...], now: datetime) -> None:
    for pack in loaded:
        packs.save_pack(tx, pack, now=now)


def _first_classroom(tx: Connection, now: datetime) -> bool:
    """Give a new demo its classroom; False if there is one."""
    if classrooms.all_classrooms(tx):
        return False
    admin = next(person for person in people.PERSONS if person.admin)
    where = people.address(people.CHANNELS[0])
    setup.set_up(tx, people.caller(admin), where, setup.Wish(), seed=secrets.token_hex(8), now=now)
    return True


def _picture(content: Path, loaded: tuple[Pack, ...], pack: str, file: str) -> Path | None:
    """The file of a picture that a question of the pack shows; nothing else is ever served."""
    for value in loaded:
        for question in value.questions:
            if question.picture is not None and (value.id, question.picture.file) == (pack, file):
                return picture_path(content, question.picture)
    return None
