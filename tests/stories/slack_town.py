"""A town of workspaces, and the bot that each of them installs by OAuth."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape

import httpx
from cryptography.fernet import Fernet
from pydantic import SecretStr

from bot.settings import Settings, SlackSettings
from tests.fakes.slack.people import Person
from tests.fakes.slack.slack import App
from tests.fakes.slack.workspace import Workspace
from tests.fakes.slack.world import SlackWorld
from tests.stories.room import ZONE
from tests.stories.slack_room import SlackClock, SlackRoom

HEX = "0123456789abcdef0123456789abcdef"
OLD_KEY, NEW_KEY = (Fernet.generate_key().decode() for _ in range(2))


def an_app() -> App:
    """An app whose secrets have the shape of Slack's."""
    return App(signing_secret=HEX, client_secret=HEX)


@asynccontextmanager
async def a_town(url: str) -> AsyncIterator["Town"]:
    """A town whose bot keeps its school in that database."""
    async with SlackWorld(app=an_app()) as world:
        opened = Town(world, SlackClock(world, "2026-11-30T08:00"), url)
        yield opened
        await opened.close()


class Town:
    """A bot for many workspaces, and the workspaces."""

    def __init__(self, world: SlackWorld, clock: SlackClock, url: str) -> None:
        self.world, self.clock, self.url = world, clock, url
        self.keys = OLD_KEY
        self.bot: SlackRoom | None = None
        self._first: Workspace | None = None

    async def room(self) -> SlackRoom:
        """The room of the first team, which installs the app before anything else; opened anew after a restart."""
        if self._first is not None:
            return await self.open(self._first)
        self._first = self.team("acme")
        opened = await self.open(self._first)
        await self.install(somebody(self._first, "Dana"))
        return opened

    def team(self, name: str) -> Workspace:
        made = self.world.workspace(name, installed=False)
        made.channel("genl-daily")
        for person in ("Ada", "Ben", "Chloe", "Dana"):
            self.world.person(person, made, tz=ZONE)
        return made

    async def open(self, team: Workspace) -> SlackRoom:
        """Start the bot; the room is that of one team."""
        await self.close()
        self.bot = self._room(team)
        await self.bot.open()
        self.world.app.redirect_url = self.world.request_url.replace("events", "oauth_redirect")
        return self.bot

    def _room(self, team: Workspace) -> SlackRoom:
        channel = next(each for each in team.channels.values() if each.name == "genl-daily")
        return SlackRoom(self.url, self.world, team, channel, clock=self.clock, settings=self._settings())

    async def install(self, who: Person) -> str:
        """Somebody follows the install link; what the browser then shows."""
        start = self.world.request_url.replace("events", "install")
        async with httpx.AsyncClient() as browser:
            page = await browser.get(start)
            (link,) = re.findall('<a href="(https[^"]+)"', page.text)
            cookie = page.headers["set-cookie"].partition(";")[0]
            back = self.world.oauth.approve(unescape(link), by=who)
            done = await browser.get(back, headers={"cookie": cookie})
        assert self.bot is not None
        await self.bot.settle()
        return done.text

    async def close(self) -> None:
        if self.bot is not None:
            await self.bot.close()
            self.bot = None

    def _settings(self) -> Settings:
        app = self.world.app
        slack = SlackSettings(
            signing_secret=SecretStr(app.signing_secret),
            client_id=app.client_id,
            client_secret=SecretStr(app.client_secret),
            api_url=self.world.base_url,
        )
        return Settings(slack=slack, secret_key=SecretStr(self.keys))


def somebody(team: Workspace, name: str) -> Person:
    found = next(user for user in team.users.values() if user.name == name)
    assert isinstance(found, Person)
    return found
