"""A room with a real bolt app in it, for the tests of the fake Slack."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack.people import Person
from tests.fakes.slack.workspace import Channel, Workspace
from tests.fakes.slack.world import SlackWorld


@dataclass(frozen=True, kw_only=True)
class Room:
    """One channel with Ada and the bot in it, and the bot's client, which tries nothing twice."""

    slack: SlackWorld
    team: Workspace
    channel: Channel
    ada: Person
    client: AsyncWebClient

    @property
    def id(self) -> str:
        return self.channel.id

    def app(self) -> AsyncApp:
        """An app of this workspace, without listeners."""
        secret = self.slack.app.signing_secret
        return AsyncApp(client=self.client, signing_secret=secret, process_before_response=True)

    async def say(self, *texts: str) -> list[str]:
        """The bot says things; the names of its messages."""
        return [(await self.client.chat_postMessage(channel=self.id, text=text))["ts"] for text in texts]


@asynccontextmanager
async def a_room(*, ack_within: float = 3.0) -> AsyncIterator[Room]:
    """A new Slack with one room."""
    async with SlackWorld(ack_within=ack_within) as slack:
        team = slack.workspace()
        ada = slack.person("Ada", team)
        client = AsyncWebClient(token=team.token, base_url=slack.base_url, retry_handlers=[])
        yield Room(slack=slack, team=team, channel=team.channel("daily"), ada=ada, client=client)


@asynccontextmanager
async def over_http(slack: SlackWorld, app: AsyncApp) -> AsyncIterator[None]:
    """Slack posts to the app."""
    runner = web.AppRunner(app.web_app(path="/slack/events"), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    slack.request_url = f"http://{host}:{port}/slack/events"
    try:
        yield
    finally:
        await runner.cleanup()


@asynccontextmanager
async def over_socket(slack: SlackWorld, app: AsyncApp) -> AsyncIterator[None]:
    """The app holds a socket to Slack."""
    handler = AsyncSocketModeHandler(app, slack.app.app_token, ping_interval=0.1)
    await handler.connect_async()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        await handler.close_async()  # type: ignore[no-untyped-call]
