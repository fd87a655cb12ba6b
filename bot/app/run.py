"""The bot: every platform whose settings are there, until it is stopped."""

import asyncio
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime

from starlette.routing import BaseRoute

from bot.app.discord import Discord, add_discord
from bot.app.school import School, open_desk, serve
from bot.app.slack import Slack, add_slack
from bot.background import Background
from bot.bank.files import load
from bot.core.address import Platform
from bot.http import Server, application
from bot.port import ChatPlatform
from bot.settings import BadSetting, Settings
from bot.store.database import Database
from bot.tutor.curation import take_in

_LAST_WORDS = 2.5
"""Seconds for private answers under way at the end."""


class Running:
    """A bot at work, or on the way there: what it says of itself at the start, and its end."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self._stopped = asyncio.Event()
        self._starting: asyncio.Task[object] | None = asyncio.current_task()

    def started(self) -> None:
        """The start is through."""
        self._starting = None

    def stop(self) -> None:
        """End it in order, the start too."""
        self._stopped.set()
        if self._starting is not None:
            self._starting.cancel()

    async def ended(self) -> None:
        """Wait until somebody stops it."""
        await self._stopped.wait()


@asynccontextmanager
async def run(settings: Settings) -> AsyncIterator[Running]:
    """Every platform whose settings are there, at work.

    Raises:
        BadSetting: none is set up, or a setting is missing, malformed or refused.
        BankError: the content folder is not in order.
        DatabaseTrouble: the database cannot be used.
        PortTaken: the port cannot be had.
    """
    if settings.slack.mode is None and settings.discord.token is None:
        raise BadSetting(
            "No platform is set up: Slack needs TRAPWISE_SLACK__BOT_TOKEN and TRAPWISE_SLACK__APP_TOKEN, Discord needs "
            "TRAPWISE_DISCORD__TOKEN. deploy/env.example has every setting; trapwise demo needs none."
        )
    loaded = load(settings.content_folder)
    running = Running()
    _stop_on_signals(running)
    async with AsyncExitStack() as stack:
        desk = await open_desk(stack, Database(settings.database_url))
        await desk.write(take_in, loaded, _now())
        platforms: dict[Platform, ChatPlatform] = {}
        school = School(desk, platforms, _now)
        work = Background()
        added = await _add_platforms(stack, settings, school, work)
        stack.push_async_callback(work.end, _LAST_WORDS)  # while the platforms can still be spoken to
        platforms |= {name: each.chat for name, each in added.items()}
        running.told += [each.told for each in added.values()]
        await _serve(stack, settings, [route for each in added.values() for route in each.routes], running)
        await school.start(stack)
        for each in added.values():
            await each.listen(stack)
        running.started()
        yield running


async def _add_platforms(
    stack: AsyncExitStack, settings: Settings, school: School, work: Background
) -> Mapping[Platform, Slack | Discord]:
    added: dict[Platform, Slack | Discord] = {}
    if settings.slack.mode is not None:
        added[Platform.SLACK] = await add_slack(stack, settings, school, work)
    if settings.discord.token is not None:
        added[Platform.DISCORD] = await add_discord(stack, settings, school, work)
    return added


async def _serve(stack: AsyncExitStack, settings: Settings, routes: list[BaseRoute], running: Running) -> None:
    """Listen for HTTP if a platform needs it."""
    if not routes:
        return
    server = Server(application(routes), settings.http.port, host=settings.http.host)
    await serve(stack, server)
    running.told.append(f"HTTP: {server.url}")


def _stop_on_signals(running: Running) -> None:
    """The first signal ends it in order, a second one at once."""
    loop = asyncio.get_running_loop()
    signs = (signal.SIGINT, signal.SIGTERM)

    def stop() -> None:
        for sign in signs:
            loop.remove_signal_handler(sign)
        running.stop()

    for sign in signs:
        loop.add_signal_handler(sign, stop)


def _now() -> datetime:
    return datetime.now(UTC)
