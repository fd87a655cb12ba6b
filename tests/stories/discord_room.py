"""The room in Discord: the real library against a Discord on loopback."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from copy import deepcopy
from dataclasses import replace
from datetime import datetime, timedelta

from pydantic import SecretStr
from sqlalchemy import Connection

from bot.app.discord import add_discord, sync_commands
from bot.app.school import School
from bot.background import Background
from bot.cards.blocks import FieldKind
from bot.commands.command import Command
from bot.core.address import ChannelAddress, Platform
from bot.core.classroom import Classroom, ClassroomState
from bot.core.timetable import instant
from bot.desk import Desk
from bot.platforms.discord.people import workspace_key
from bot.port import ChatPlatform
from bot.settings import DiscordSettings, Settings
from bot.store import classrooms
from bot.store.database import Database
from tests.fakes.discord.completion import walk
from tests.fakes.discord.controls import SELECTS, Kind
from tests.fakes.discord.interaction import Interaction
from tests.fakes.discord.routes import Route
from tests.fakes.discord.state import Channel, ChannelKind, Guild, Message, User
from tests.fakes.discord.words import words
from tests.fakes.discord.world import DiscordWorld
from tests.stories.room import ZONE, Clock, Room, save_content
from tests.stories.unhurried import AnyPace

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


class DiscordRoom(Room):
    """One channel of one server; Ada, Ben and Chloé learn there, Dana manages it."""

    def __init__(self, url: str, world: DiscordWorld, guild: Guild, channel: Channel, *, clock: Clock) -> None:
        super().__init__(clock)
        self.failures: list[str] = []
        self.world, self.guild, self.channel = world, guild, channel
        self.address = ChannelAddress(workspace=workspace_key(guild.id), channel=str(channel.id))
        self._url = url
        self._stack = AsyncExitStack()
        self._screens: dict[int, Message] = {}

    async def open(self) -> None:
        """Start the bot."""
        database = Database(self._url)
        self._stack.callback(database.close)
        desk = Desk(database)
        desk.start()
        self._stack.push_async_callback(desk.stop)
        await desk.write(save_content, self.clock())
        platforms: dict[Platform, ChatPlatform] = {}
        self.school = School(desk, platforms, self.clock)
        self.work = Background()
        discord = await add_discord(
            self._stack, discord_settings(), self.school, work=self.work, fail=self.failures.append, pace=AnyPace()
        )
        self._stack.push_async_callback(self.work.drain)
        platforms[Platform.DISCORD] = discord.chat
        self._stack.push_async_callback(self.school.courier.drain)
        await discord.listen(self._stack)
        await self.world.gateway.connected()

    async def close(self) -> None:
        """Stop it."""
        await self._stack.aclose()

    def person(self, name: str) -> User:
        return next(each.user for each in self.guild.members.values() if each.user.name.casefold() == name.casefold())

    async def types(self, person: str, text: str) -> str:
        root, name, *given = text.removeprefix("/").split()
        command = self.school.dispatcher.catalogue.find(root, name)
        words = [word.split("=") for word in given]
        options = {option: as_option(command, option, value) for option, value in words}
        done = await self.world.people.slash(self.person(person), self.channel, f"{root} {name}", options)
        return await self.heard(done)

    async def fills(self, person: str, **fields: str) -> str:
        """Send the form that is open, as it is but for these fields."""
        opened = self.world.people.form(self.person(person))
        assert opened is not None
        assert opened.modal is not None
        rows = [row["component"]["custom_id"] for row in opened.modal["components"]]
        values = {row: fields[name] for row in rows if (name := row.split(":")[0]) in fields}
        return await self.heard(await self.world.people.submit(self.person(person), values))

    async def clicks(self, person: str, letters: str, *, number: int | None = None) -> str:
        return await self.heard(await self.press(self.person(person), letters, number=number))

    async def press(self, who: User, letters: str, *, number: int | None = None, wait: bool = True) -> Interaction:
        """Press a letter's button, or choose letters in the menu."""
        message = self._on_screen(self.message((await self.posting(number)).number))
        if any(each["type"] in SELECTS for each in walk(message.components)):
            return await self.world.people.choose(who, unbound(message), list(letters), wait=wait)
        return await self.world.people.click(who, message, letters, wait=wait)

    async def heard(self, done: Interaction) -> str:
        """What somebody is told privately, once all that follows has happened."""
        await self.settle()
        return as_read(done.text if done.modal is None else f"{self.world.seen.modal(done.user)}")

    def beside(self, channel: Channel) -> "DiscordRoom":
        """Another channel of the same bot and server."""
        there = DiscordRoom(self._url, self.world, self.guild, channel, clock=self.clock)
        there.school, there.work = self.school, self.work
        return there

    async def later(self, **ahead: float) -> None:
        """So much later, what has come due is done."""
        self.clock.now += timedelta(**ahead)
        await self.school.ticker.tick_through()

    def asked(self, route: Route) -> int:
        """How often the bot made such a request."""
        return sum(call.route is route for call in self.world.calls)

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until what Discord told the bot has had its effect."""
        async with asyncio.timeout(30):
            while not so():
                await asyncio.sleep(0.01)
                await self.settle()

    async def until_paused(self) -> None:
        """Wait until the channel's classroom is paused."""
        async with asyncio.timeout(30):
            while (await self.read(self._classroom)).state is not ClassroomState.PAUSED:  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.01)

    def begin_thread(self, number: int) -> Channel:
        """Somebody begins a thread at a question."""
        message = self.message(number)
        message.thread = self.world.state.add_channel(
            ChannelKind.THREAD, "Hm", id=message.id, guild=self.guild, parent=self.channel
        )
        return message.thread

    async def settle(self) -> None:
        """Let everything that follows from the last act happen."""
        await self.work.drain()
        await self.school.courier.deliver()

    def message(self, number: int) -> Message:
        """The message of a question."""
        said = self.world.seen.messages(self.channel)
        head = re.compile(rf"^### (?:Extra q|Q)uestion {number} ", re.MULTILINE)
        found = [each for each in said if head.search(words(each))]
        assert len(found) == 1
        return found[0]

    def card(self, number: int) -> str:
        return as_read(words(self.message(number)))

    def reveal(self, number: int) -> str:
        return as_read("\n".join(self.world.seen.thread(self.message(number))))

    def keys(self) -> list[str]:
        places = [each for each in self.world.state.channels.values() if each.guild is self.guild]
        return [str(said.components[0]["id"]) for place in places for said in self.world.seen.messages(place)]

    def _classroom(self, tx: Connection) -> Classroom:
        found = classrooms.classroom_in(tx, self.address)
        assert found is not None
        return found

    def _on_screen(self, shown: Message) -> Message:
        """The message with the buttons that it last had, for screens lag."""
        if any(each["type"] in {Kind.BUTTON, *SELECTS} for each in walk(shown.components)):
            self._screens[shown.id] = replace(shown)
        return self._screens[shown.id]


class DiscordBuilding:
    """The room as it is after each restart; Discord, the clock and the database live on."""

    def __init__(self, url: str, world: DiscordWorld, clock: Clock) -> None:
        self._url, self.world, self._clock = url, world, clock
        self._room: DiscordRoom | None = None

    async def furnish(self) -> None:
        """A server with its people, who know the bot's commands."""
        self.guild = await self.world.places.guild("Exam club")
        self.channel = await self.world.places.channel(self.guild, "genl-daily")
        for name in ("Ada", "Ben", "Chloe"):
            await self.world.places.member(self.guild, name)
        await self.world.places.member(self.guild, "Dana", "manage_guild")
        await sync_commands(discord_settings(), None)

    async def room(self) -> DiscordRoom:
        """Open the room, after closing the one before."""
        await self.close()
        self._room = DiscordRoom(self._url, self.world, self.guild, self.channel, clock=self._clock)
        await self._room.open()
        return self._room

    async def close(self) -> None:
        if self._room is not None:
            await self._room.close()
            self._room = None


@asynccontextmanager
async def a_discord_building(url: str, start: str, *, patience: float = 3.0) -> AsyncIterator[DiscordBuilding]:
    """A Discord with one server, whose clock shows that local time in Berlin."""
    begin = datetime.fromisoformat(start)
    clock = Clock(instant(begin.date(), begin.time(), ZONE))
    async with DiscordWorld(clock, patience=patience) as world:
        world.state.token = TOKEN
        opened = DiscordBuilding(url, world, clock)
        await opened.furnish()
        try:
            yield opened
        finally:
            await opened.close()


def discord_settings() -> Settings:
    """The settings of a bot whose token the loopback Discord knows."""
    return Settings(discord=DiscordSettings(token=SecretStr(TOKEN)))


def as_option(command: Command, name: str, word: str) -> str | int:
    """What Discord makes of a word that was typed into an option."""
    kind = next(each.kind for each in command.parameters if each.name == name)
    return int(word) if kind is FieldKind.NUMBER else word


def unbound(message: Message) -> Message:
    """The message on a screen that lets people send any number of choices, as Discord's own never would."""
    shown = replace(message, components=deepcopy(message.components))
    for each in walk(shown.components):
        if each["type"] in SELECTS:
            each["min_values"] = 1
    return shown


def as_read(text: str) -> str:
    """What people see of Discord's marks: nothing but their effect."""
    return re.sub(r"\*\*|^(?:### |-# )", "", text, flags=re.MULTILINE)
