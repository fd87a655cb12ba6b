"""Nine o'clock in a great many classrooms, at platforms that hold their limits, on a loop that leaps over waiting."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from pathlib import Path

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient
from sqlalchemy import Connection, or_, select

from bot.app.discord import add_discord
from bot.app.school import School
from bot.background import Background
from bot.core.address import ChannelAddress, Platform, WorkspaceKey
from bot.desk import Desk
from bot.platforms.discord.people import workspace_key as guild_key
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.outbound import SlackChat
from bot.platforms.slack.pictures import Pictures
from bot.platforms.slack.workspaces import Bot, workspace_key
from bot.port import ChatPlatform
from bot.store import packs
from bot.store.database import Database
from bot.store.tables import delivery
from bot.tutor.setup import Wish, set_up
from tests.builders import EIGHT, NINE, a_pack, an_admin
from tests.fakes.discord.world import DiscordWorld
from tests.fakes.leaping_loop import LeapingDesk
from tests.fakes.slack.clock import Clock as SlackClock
from tests.fakes.slack.workspace import Workspace
from tests.fakes.slack.world import SlackWorld
from tests.stories.discord_room import TOKEN, discord_settings

_BEFORE = 2.0


class LoopClock(SlackClock):
    """Nine o'clock, a little after the loop was made."""

    def now(self) -> float:
        return NINE.timestamp() - _BEFORE + asyncio.get_running_loop().time()

    def __call__(self) -> datetime:
        return datetime.fromtimestamp(self.now(), NINE.tzinfo)


@dataclass(frozen=True, kw_only=True)
class Morning:
    """A school with all its classrooms, at work."""

    school: School
    desk: Desk
    clock: LoopClock

    async def passes(self, *, until: float) -> None:
        """So many seconds after nine."""
        while self.clock.now() < NINE.timestamp() + until:
            await self.school.ticker.tick()
            flushing = asyncio.create_task(self.school.live_count.flush())
            await asyncio.sleep(1)
            await flushing

    def since_nine(self, moment: float) -> float:
        """Seconds since nine at a moment of the epoch."""
        return moment - NINE.timestamp()

    async def troubles(self) -> list[str]:
        """What any `/classroom show` tells of messages that did not go through."""
        return await self.desk.read(_troubles)


@asynccontextmanager
async def a_morning(
    database: Database, addresses: Sequence[ChannelAddress], platforms: dict[Platform, ChatPlatform]
) -> AsyncIterator[Morning]:
    """A classroom at nine in each of the channels; who speaks to them may still be added."""
    clock, desk = LoopClock(), LeapingDesk(database)
    desk.start()
    await desk.write(_set_up, addresses)
    school = School(desk, platforms, clock)
    desk.on_owed(school.courier.wake)
    carrying = asyncio.create_task(school.courier.run())
    yield Morning(school=school, desk=desk, clock=clock)
    await school.courier.drain()
    carrying.cancel()
    await desk.stop()


@asynccontextmanager
async def discord_at_nine(database: Database, guilds: int, each: int) -> AsyncIterator[tuple[DiscordWorld, Morning]]:
    """So many servers of so many classrooms each, and a Discord that answers what is too much with a 429."""
    async with DiscordWorld(LoopClock()) as world, AsyncExitStack() as stack:
        world.state.token = TOKEN
        world.limits.on, world.limits.clock = True, asyncio.get_running_loop().time
        addresses = []
        for home in range(guilds):
            guild = await world.places.guild(f"Club {home}")
            await world.places.member(guild, "ada")
            channels = [await world.places.channel(guild, f"daily-{place}") for place in range(each)]
            addresses += [ChannelAddress(workspace=guild_key(guild.id), channel=str(room.id)) for room in channels]
        platforms: dict[Platform, ChatPlatform] = {}
        work = Background()
        async with a_morning(database, addresses, platforms) as morning:
            discord = await add_discord(stack, discord_settings(), morning.school, work=work, fail=lambda _reason: None)
            platforms[Platform.DISCORD] = discord.chat
            stack.push_async_callback(work.drain)
            await discord.listen(stack)
            await world.gateway.connected()
            yield world, morning
            await stack.aclose()


@asynccontextmanager
async def slack_at_nine(database: Database, teams: int, each: int) -> AsyncIterator[tuple[SlackWorld, Morning]]:
    """So many workspaces of so many classrooms each, and a Slack that answers what is too much with a 429."""
    async with SlackWorld(clock=LoopClock()) as world, aiohttp.ClientSession() as session:
        world.rates.messages = world.rates.posts = world.rates.updates = True
        made = [world.workspace(f"team-{team}") for team in range(teams)]
        addresses = [
            ChannelAddress(workspace=workspace_key(None, team.id), channel=team.channel(f"daily-{place}").id)
            for team in made
            for place in range(each)
        ]
        platforms: dict[Platform, ChatPlatform] = {}
        async with a_morning(database, addresses, platforms) as morning:
            client = AsyncWebClient(session=session, retry_handlers=[], base_url=world.base_url)
            calls = Calls(client, _ManyBots({workspace_key(None, team.id): team for team in made}))
            pictures = Pictures(morning.desk, calls, session, morning.clock, _no_picture)
            platforms[Platform.SLACK] = SlackChat(calls, pictures)
            yield world, morning


class _ManyBots:
    """The bot in every workspace, as if all had installed it."""

    def __init__(self, teams: Mapping[WorkspaceKey, Workspace]) -> None:
        self._teams = teams

    async def bot_in(self, workspace: WorkspaceKey) -> Bot | None:
        team = self._teams[workspace]
        return Bot(workspace=workspace, token=team.token, id=team.bot_id, user=team.bot.id)

    async def end(self, bot: Bot) -> None:
        raise AssertionError(f"{bot.workspace} was thought to be gone")


def _no_picture(_picture: object) -> Path:
    raise AssertionError("no question has a picture")


def _set_up(tx: Connection, addresses: Sequence[ChannelAddress]) -> None:
    packs.save_pack(tx, a_pack(each=2), now=EIGHT)
    wish = Wish(at=time(9), zone="UTC", days="daily")
    for address in addresses:
        set_up(tx, an_admin(), address, wish, seed="seed", now=NINE - timedelta(minutes=5))


def _troubles(tx: Connection) -> list[str]:
    return list(
        tx.execute(select(delivery.c.key).where(or_(delivery.c.error != "", delivery.c.failures > 0))).scalars()
    )
