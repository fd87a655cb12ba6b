"""The room in Slack: the real libraries against a Slack on loopback, in Socket Mode or over signed HTTP."""

from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime

from pydantic import SecretStr

from bot.app.school import School
from bot.app.slack import add_slack
from bot.background import Background
from bot.core.address import ChannelAddress, Platform
from bot.core.timetable import instant
from bot.desk import Desk
from bot.http import Server, application
from bot.platforms.slack.workspaces import workspace_key
from bot.port import ChatPlatform
from bot.settings import Settings, SlackSettings
from bot.store.database import Database
from tests.fakes.slack.people import Person
from tests.fakes.slack.shown import Message
from tests.fakes.slack.workspace import Channel, Workspace
from tests.fakes.slack.world import SlackWorld
from tests.stories.room import ZONE, Clock, Room, save_content
from tests.stories.unhurried import NoLimits


class SlackClock(Clock):
    """One clock for the tutor and for Slack."""

    def __init__(self, world: SlackWorld, start: str) -> None:
        begin = datetime.fromisoformat(start)
        self._world = world
        self.now = instant(begin.date(), begin.time(), ZONE)

    @property
    def now(self) -> datetime:
        return datetime.fromtimestamp(self._world.clock.now(), UTC)

    @now.setter
    def now(self, moment: datetime) -> None:
        self._world.clock.freeze(moment)


class SlackRoom(Room):
    """One channel of one workspace; Ada, Ben and Chloé learn there, Dana is its admin."""

    def __init__(
        self, url: str, world: SlackWorld, team: Workspace, channel: Channel, *, clock: Clock, settings: Settings
    ) -> None:
        super().__init__(clock)
        self.world, self.team, self.channel = world, team, channel
        self.address = ChannelAddress(workspace=workspace_key(None, team.id), channel=channel.id)
        self.settings = settings
        self._url = url
        self._stack = AsyncExitStack()
        self._screens: dict[str, Message] = {}  # cards as they stood with buttons: screens are not always up to date

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
        self._work = Background()
        slack = await add_slack(self._stack, self.settings, self.school, self._work, NoLimits())
        self._stack.push_async_callback(self._work.drain)
        platforms[Platform.SLACK] = slack.chat
        self._stack.push_async_callback(self.school.courier.drain)
        if slack.routes:
            server = Server(application(slack.routes), 0)
            await server.start()
            self._stack.push_async_callback(server.ended)
            self._stack.callback(server.stop)
            self.world.request_url = f"{server.url}/slack/events"
        before = len(self.world.sockets.connections)
        await slack.listen(self._stack)
        await self.world.until(lambda: slack.routes or len(self.world.sockets.connections) > before)

    async def close(self) -> None:
        """Stop it."""
        await self._stack.aclose()

    def person(self, name: str) -> Person:
        found = next(user for user in self.team.users.values() if user.name.lower() == name.lower())
        assert isinstance(found, Person)
        return found

    def beside(self, team: Workspace) -> "SlackRoom":
        """The channel of another team of the same bot."""
        channel = next(each for each in team.channels.values() if each.name == self.channel.name)
        there = SlackRoom(self._url, self.world, team, channel, clock=self.clock, settings=self.settings)
        there.school, there._work = self.school, self._work
        return there

    async def settle(self) -> None:
        """Let everything that follows from the last act happen."""
        await self._work.drain()
        await self.school.courier.deliver()

    async def types(self, person: str, text: str) -> str:
        who, (command, _, rest) = self.person(person), text.partition(" ")
        await who.command(command, rest, self.channel)
        return await self.heard(who)

    async def clicks(self, person: str, letters: str, *, number: int | None = None) -> str:
        shown = self.message((await self.posting(number)).number)
        if any(block["type"] == "actions" for block in shown.blocks):
            self._screens[shown.ts] = replace(shown, blocks=shown.blocks)
        return await self.press(self.person(person), letters, self._screens[shown.ts])

    async def press(self, who: Person, letters: str, message: Message) -> str:
        """Press the letters' buttons, or tick them and submit."""
        submit = any(each["type"] == "checkboxes" for block in message.blocks for each in block.get("elements", ()))
        if submit:
            await who.choose(message, "pick", *letters)
            await who.click(message, action_id="answer.submit")
        else:
            await who.click(message, label=letters)
        return await self.heard(who)

    async def heard(self, who: Person) -> str:
        """What somebody is told privately, once all that follows has happened."""
        await self.settle()
        told = who.modals[-1].read() if who.modals else "\n".join(said.read() for said in who.ephemerals)
        who.ephemerals.clear()
        who.modals.clear()
        for user in self.team.users.values():
            told = told.replace(f"@{user.id}", user.name)
        return told.replace("@", "")

    def message(self, number: int) -> Message:
        """The message of a question."""
        found = [said for said in self.channel.messages if f"uestion {number} " in said.read().splitlines()[0]]
        assert len(found) == 1
        return found[0]

    def card(self, number: int) -> str:
        return self.message(number).read()

    def reveal(self, number: int) -> str:
        return "\n".join(said.read() for said in self.channel.thread(self.message(number)))

    def keys(self) -> list[str]:
        return [said.metadata["event_payload"]["key"] for said in self.channel.log if said.metadata]


class SlackBuilding:
    """The room as it is after each restart; Slack, its clock and the database live on."""

    def __init__(self, url: str, world: SlackWorld, start: str) -> None:
        self._url, self.world = url, world
        self._clock = SlackClock(world, start)
        self.team = world.workspace("acme")
        self.channel = self.team.channel("genl-daily")
        for name in ("Ada", "Ben", "Chloe"):
            world.person(name, self.team, tz=ZONE)
        world.person("Dana", self.team, tz=ZONE, admin=True)
        self._room: SlackRoom | None = None

    async def room(self) -> SlackRoom:
        """Open the room, after closing the one before."""
        await self.close()
        self._room = SlackRoom(
            self._url,
            self.world,
            self.team,
            self.channel,
            clock=self._clock,
            settings=slack_settings(self.world, self.team),
        )
        await self._room.open()
        return self._room

    async def close(self) -> None:
        if self._room is not None:
            await self._room.close()
            self._room = None


def slack_settings(world: SlackWorld, team: Workspace) -> Settings:
    """The settings of a bot in one workspace, in Socket Mode."""
    return Settings(
        slack=SlackSettings(
            bot_token=SecretStr(team.token), app_token=SecretStr(world.app.app_token), api_url=world.base_url
        )
    )
