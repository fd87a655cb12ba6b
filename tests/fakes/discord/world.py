"""A whole Discord on loopback; start here."""

from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

import yarl
from aiohttp import web
from discord.gateway import DiscordWebSocket
from discord.http import Route as Address

from tests.fakes.discord.changes import Changes
from tests.fakes.discord.description import description
from tests.fakes.discord.faults import Faults
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.interaction import Interaction
from tests.fakes.discord.limits import Limits
from tests.fakes.discord.message_api import MessageApi
from tests.fakes.discord.people import ErrorSeen, People
from tests.fakes.discord.place_api import OwnApi, PlaceApi
from tests.fakes.discord.places import Places
from tests.fakes.discord.reply_api import ReplyApi
from tests.fakes.discord.routes import Call, Route
from tests.fakes.discord.seen import Seen
from tests.fakes.discord.server import PREFIX, Handler, Server
from tests.fakes.discord.snowflakes import Snowflakes
from tests.fakes.discord.state import State, User

TOKEN = "bot-token"


class DiscordWorld:
    """`places` and `changes` set the scene, `people` act in it, `seen` is what they see, `faults` and `gateway` fail.

    Inside `async with` the library's two addresses point here. A mistake of the fake itself is raised at the end.
    """

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC), *, patience: float = 3.0) -> None:
        ids = Snowflakes(clock)
        bot, owner = User(id=ids.new(), name="trapwise", bot=True), User(id=ids.new(), name="owner")
        self.state = State(ids=ids, bot=bot, owner=owner, application_id=bot.id, token=TOKEN)
        self.state.users = {bot.id: bot, owner.id: owner}
        self.gateway = Gateway(state=self.state)
        self.faults = Faults()
        self.limits = Limits()
        self.interactions: dict[str, Interaction] = {}
        self.replies = ReplyApi(self.state, self.interactions, patience)
        self.places = Places(self.state, self.gateway)
        self.changes = Changes(self.state, self.gateway)
        self.people = People(self.state, self.gateway, self.interactions, self.replies)
        self.seen = Seen(self.state, self.people)
        self.token = TOKEN
        self.base_url = ""
        self._server = Server(self.state, self.interactions, self.faults, self.limits, description())
        self._stack = AsyncExitStack()

    @property
    def calls(self) -> list[Call]:
        """Every request in its order, with what became of it."""
        return self._server.calls

    @property
    def errors_seen(self) -> list[ErrorSeen]:
        """What Discord told people whom the bot left waiting."""
        return self.people.errors_seen

    async def quiet(self) -> None:
        """Wait until no request of the bot is under way."""
        await self._server.quiet()

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        self._server.mount(app, self._handlers())
        app.router.add_get("/gateway/", self.gateway.serve)
        runner = web.AppRunner(app, shutdown_timeout=1, access_log=None)
        await runner.setup()
        self._stack.push_async_callback(runner.cleanup)
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        self.base_url = f"http://{host}:{port}{PREFIX}"
        self.gateway.url = f"ws://{host}:{port}/gateway/"
        self.state.cdn = f"http://{host}:{port}/cdn"
        self._stack.enter_context(pointed_at(self.base_url, self.gateway.url))
        self._stack.push_async_callback(self.gateway.close)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()
        if self._server.crashes.found:
            raise self._server.crashes.found[0] from error

    def _handlers(self) -> dict[Route, Handler]:
        """Who answers which route."""
        own, place = OwnApi(self.state, self.gateway), PlaceApi(self.state, self.gateway)
        message, reply = MessageApi(self.state, self.gateway), self.replies
        return {
            Route.ME: own.me,
            Route.MY_APPLICATION: own.application,
            Route.GATEWAY: own.gateway,
            Route.USER: own.user,
            Route.OPEN_DM: own.open_dm,
            Route.LIST_COMMANDS: own.commands,
            Route.PUT_COMMANDS: own.put_commands,
            Route.LIST_GUILD_COMMANDS: own.commands,
            Route.PUT_GUILD_COMMANDS: own.put_commands,
            Route.GUILD: place.guild,
            Route.GUILD_CHANNELS: place.guild_channels,
            Route.GUILD_ROLES: place.guild_roles,
            Route.GUILD_MEMBER: place.guild_member,
            Route.CHANNEL: place.channel,
            Route.EDIT_CHANNEL: place.edit_channel,
            Route.TYPING: place.nothing,
            Route.JOIN_THREAD: place.nothing,
            Route.SEND: message.send,
            Route.LIST: message.list,
            Route.FETCH: message.fetch,
            Route.EDIT: message.edit,
            Route.DELETE: message.delete,
            Route.START_THREAD: message.start_thread,
            Route.CALLBACK: reply.callback,
            Route.FOLLOW_UP: reply.follow_up,
            Route.FETCH_REPLY: reply.fetch,
            Route.EDIT_REPLY: reply.edit,
            Route.DELETE_REPLY: reply.delete,
        }


@contextmanager
def pointed_at(base_url: str, gateway_url: str) -> Iterator[None]:
    """The library talks to these addresses, and to its own again afterwards."""
    address, gateway = Address.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Address.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base_url, yarl.URL(gateway_url)
    try:
        yield
    finally:
        Address.BASE, DiscordWebSocket.DEFAULT_GATEWAY = address, gateway
