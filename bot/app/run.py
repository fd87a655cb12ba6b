"""The bot: every platform whose settings are there, until it is stopped."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from starlette.applications import Starlette

from bot.app.clock import SharedClock, shared_clock
from bot.app.discord import Discord, add_discord
from bot.app.running import Running, stop_on_signals
from bot.app.school import School, open_desk, serve
from bot.app.slack import Slack, add_slack
from bot.background import Background
from bot.bank.files import load
from bot.core.address import Platform
from bot.desk import Desk
from bot.health import Connected, Health
from bot.http import Server, application
from bot.metrics import Metrics
from bot.port import ChatPlatform
from bot.settings import BadSetting, Settings
from bot.store.schema import open_database
from bot.tutor.curation import take_in

Say = Callable[[str], None]

_LAST_WORDS = 2.5
"""Seconds for private answers under way at the end."""
_YOUNG = 5_000
"""New objects after which Python looks for unused ones; a click makes hundreds, hardly any of them in circles."""


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
    connected: dict[Platform, Connected]
    served: Starlette
    server: Server
    work: Background


@asynccontextmanager
async def run(
    settings: Settings,
    say: Say,
    metrics: Metrics | None = None,
    at_signal: Callable[[], None] = lambda: None,
    *,
    migrates: bool = True,
) -> AsyncIterator[Running]:
    """Every platform whose settings are there, at work, each as soon as it is ready; `say` tells of them.

    `at_signal` is called when a signal asks for the end, before anything is stopped; `migrates` as for a desk.

    Raises:
        BadSetting: none is set up, or a setting is missing, malformed or refused.
        BankError: the content folder is not in order.
        DatabaseTrouble: the database cannot be used.
        PortTaken: the port cannot be had.
    """
    if not settings.platforms:
        raise BadSetting(
            "No platform is set up: Slack needs TRAPWISE_SLACK__BOT_TOKEN and TRAPWISE_SLACK__APP_TOKEN, Discord needs "
            "TRAPWISE_DISCORD__TOKEN. deploy/env.example has every setting; trapwise demo needs none."
        )
    loaded, running = load(settings.content_folder), Running()
    metrics = metrics or Metrics()
    stop_on_signals(running, at_signal)
    async with AsyncExitStack() as stack:
        desk = await open_desk(stack, open_database(settings.database_url), metrics, migrates=migrates)
        clock = await shared_clock(stack, desk)
        await desk.write(take_in, loaded, clock())
        house = await _house(stack, desk, clock, settings, metrics=metrics, running=running, say=say)
        stack.callback(house.school.rest)  # before anything is waited for
        await _add_platforms(house)
        say(f"HTTP: {house.server.url}")
        running.started()
        yield running


def spare_collector() -> None:
    """Take what the start has made, all of which stays, out of the search for unused objects.

    That search stops everything for a tenth of a second each time. For a process that is only the bot.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG)


async def _house(
    stack: AsyncExitStack,
    desk: Desk,
    clock: SharedClock,
    settings: Settings,
    *,
    metrics: Metrics,
    running: Running,
    say: Say,
) -> _House:
    """The tutor at work, with nobody to speak to yet, and its health to be asked for."""
    platforms: dict[Platform, ChatPlatform] = {}
    school = School(desk, platforms, clock, metrics)
    connected: dict[Platform, Connected] = dict.fromkeys(settings.platforms, _not_yet)
    served = application(Health(desk, school.pulse, metrics, connected, clock).routes())
    server = Server(served, settings.http.port, host=settings.http.host, hears_signals=False)
    connections, work = await stack.enter_async_context(AsyncExitStack()), Background()
    stack.push_async_callback(work.end, _LAST_WORDS)  # while the platforms can still be spoken to
    await school.start(stack)
    listening = await stack.enter_async_context(AsyncExitStack())
    await serve(listening, server)
    return _House(
        settings=settings,
        school=school,
        running=running,
        say=say,
        connections=connections,
        listening=listening,
        platforms=platforms,
        connected=connected,
        served=served,
        server=server,
        work=work,
    )


async def _not_yet() -> bool:
    return False


async def _add_platforms(house: _House) -> None:
    """Both at once: one that cannot be reached must not hold up the other."""
    tasks = [asyncio.ensure_future(_ADDING[platform](house)) for platform in house.connected]
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
    """Speak to a platform and listen to it, over our HTTP server if it wants that."""
    added = await adding
    house.platforms[name] = added.chat
    house.say(added.told)
    house.served.router.routes[:0] = added.routes  # first, for they are asked most
    await added.listen(house.listening)
    house.connected[name] = added.connected
    house.school.courier.wake()


_ADDING = {Platform.SLACK: _slack, Platform.DISCORD: _discord}
