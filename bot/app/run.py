"""The bot: every platform whose settings are there, until it is stopped."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.app.discord import Discord, add_discord
from bot.app.school import School, open_desk, serve
from bot.app.slack import Slack, add_slack
from bot.background import Background
from bot.bank.files import load
from bot.core.address import Platform
from bot.core.errors import TutorError
from bot.desk import Desk
from bot.http import Server, application
from bot.port import ChatPlatform
from bot.settings import BadSetting, Settings
from bot.store.database import Database
from bot.tutor.curation import take_in

Say = Callable[[str], None]

_LAST_WORDS = 2.5
"""Seconds for private answers under way at the end."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _House:
    """What platforms are added to: `connections` are closed last, what is in `listening` first."""

    settings: Settings
    school: School
    running: Running
    say: Say
    connections: AsyncExitStack
    listening: AsyncExitStack
    platforms: dict[Platform, ChatPlatform]
    work: Background


@asynccontextmanager
async def run(settings: Settings, say: Say) -> AsyncIterator[Running]:
    """Every platform whose settings are there, at work, each as soon as it is ready; `say` tells of them.

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
    loaded, running = load(settings.content_folder), Running()
    _stop_on_signals(running)
    async with AsyncExitStack() as stack:
        desk = await open_desk(stack, Database(settings.database_url))
        await desk.write(take_in, loaded, _now())
        await _add_platforms(await _house(stack, desk, settings, running=running, say=say))
        running.started()
        yield running


async def _house(stack: AsyncExitStack, desk: Desk, settings: Settings, *, running: Running, say: Say) -> _House:
    """The tutor at work, with nobody to speak to yet."""
    platforms: dict[Platform, ChatPlatform] = {}
    school = School(desk, platforms, _now)
    connections, work = await stack.enter_async_context(AsyncExitStack()), Background()
    stack.push_async_callback(work.end, _LAST_WORDS)  # while the platforms can still be spoken to
    await school.start(stack)
    listening = await stack.enter_async_context(AsyncExitStack())
    return _House(
        settings=settings,
        school=school,
        running=running,
        say=say,
        connections=connections,
        listening=listening,
        platforms=platforms,
        work=work,
    )


async def _add_platforms(house: _House) -> None:
    """Both at once: one that cannot be reached must not hold up the other."""
    adding = []
    if house.settings.slack.mode is not None:
        adding.append(_slack(house))
    if house.settings.discord.token is not None:
        adding.append(_discord(house))
    tasks = [asyncio.ensure_future(each) for each in adding]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


async def _slack(house: _House) -> None:
    await _join(house, Platform.SLACK, add_slack(house.connections, house.settings, house.school, house.work))


async def _discord(house: _House) -> None:
    adding = add_discord(house.connections, house.settings, house.school, work=house.work, fail=house.running.fail)
    await _join(house, Platform.DISCORD, adding)


async def _join(house: _House, name: Platform, adding: Awaitable[Slack | Discord]) -> None:
    """Speak to a platform and listen to it, over HTTP if it wants that."""
    added = await adding
    house.platforms[name] = added.chat
    house.say(added.told)
    if added.routes:
        server = Server(application(added.routes), house.settings.http.port, host=house.settings.http.host)
        await serve(house.listening, server)
        house.say(f"HTTP: {server.url}")
    await added.listen(house.listening)
    house.school.courier.wake()


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
