"""The demo: the tutor on its own chat page, with people to be and a clock to move."""

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.app.school import School, open_desk, serve
from bot.bank.files import load
from bot.core.address import Platform
from bot.core.question import Pack
from bot.desk import Desk
from bot.health import Health
from bot.http import Server, application
from bot.metrics import Metrics
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
from bot.store.schema import open_database
from bot.tutor.curation import take_in


@asynccontextmanager
async def demo(
    *, database_url: str, content: Path, port: int, metrics: Metrics | None = None, migrates: bool = True
) -> AsyncIterator[Server]:
    """The tutor on its own chat page, ready for visitors; `migrates` as for a desk.

    Raises:
        BankError: the content folder is not in order.
        DatabaseTrouble: the database cannot be used.
        PortTaken: the port cannot be had.
    """
    loaded = load(content)
    async with AsyncExitStack() as stack:
        metrics, stream, renderer = metrics or Metrics(), Stream(), Renderer()
        desk = await open_desk(stack, open_database(database_url), metrics, migrates=migrates)
        clock = await _clock_with_content(desk, loaded)
        chat = WebChat(desk, renderer, stream, clock)
        school = School(desk, {Platform.WEB: chat}, clock, metrics)
        travel = Travel(desk, clock, school.ticker.tick_through)
        web = WebApp(
            desk=desk,
            chat=chat,
            buttons=Buttons(school.reception, clock),
            commands=Commands(school.dispatcher),
            renderer=renderer,
            stream=stream,
            clock=clock,
            travel=travel.go,
            picture=pictures(content, loaded),
        )
        health = Health(desk, school.pulse, metrics, {}, clock)
        server = Server(application([*health.routes(), *web.routes()]), port, hang_up=stream.close)
        await school.start(stack)
        await _first_question(desk, clock, travel)
        await serve(stack, server)
        yield server


async def _clock_with_content(desk: Desk, loaded: tuple[Pack, ...]) -> DemoClock:
    """The demo's clock, going on where it was; at that time the packs are what their files say."""
    clock = DemoClock(await desk.read(demo_start, datetime.now(UTC)))
    await desk.write(take_in, loaded, clock())
    return clock


async def _first_question(desk: Desk, clock: DemoClock, travel: Travel) -> None:
    """Give a new demo its classroom, and go to the moment of its first question."""
    if await desk.write(give_classroom, secrets.token_hex(8), clock()):
        await travel.to_next(CHANNELS[0])
