"""Slack's application: which request goes where, over HTTP or a socket."""

import asyncio
import re
from typing import Any

import structlog
from slack_bolt.adapter.starlette.async_handler import AsyncSlackRequestHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_sdk.web.async_client import AsyncWebClient
from starlette.routing import BaseRoute, Route

from bot.core.address import WorkspaceKey
from bot.platforms.slack.buttons import ANSWERS, Buttons
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.commands import Commands
from bot.platforms.slack.forms import CALLBACK
from bot.platforms.slack.guard import Guard
from bot.platforms.slack.home import Home
from bot.platforms.slack.oauth import COME_BACK, INSTALL
from bot.platforms.slack.socket import Socket
from bot.platforms.slack.workspaces import Bot, Bots, workspace_key, workspace_of
from bot.port import DeliveryFailed

EVENTS = "/slack/events"
_KEPT = 60.0
"""Seconds for which a bot's account is remembered; only outgoing calls need its newest token, and they look it up."""

log = structlog.get_logger(__name__)


class SlackApp:
    """Hands every request to the room that answers it."""

    def __init__(
        self,
        *,
        client: AsyncWebClient,
        bots: Bots,
        calls: Calls,
        buttons: Buttons,
        commands: Commands,
        home: Home,
        signing_secret: str = "",
        flow: AsyncOAuthFlow | None = None,
    ) -> None:
        self._client = client
        self._calls = calls
        self._flow = flow
        self._signing_secret = signing_secret
        self._bolt = AsyncApp(
            name="trapwise",
            client=client,
            authorize=_Accounts(bots),  # type: ignore[arg-type]  # its own class is taken too, as no hint says
            oauth_flow=flow,
            signing_secret=signing_secret,
            request_verification_enabled=False,  # done by the guard, before anything is read
            process_before_response=True,
        )
        self._listen(buttons, commands, home)
        self._socket: Socket | None = None

    def routes(self) -> list[BaseRoute]:
        """Where Slack's requests and, with OAuth, people's browsers come in; nowhere without a signing secret."""
        if not self._signing_secret:
            return []
        guard = Guard(self._bolt.async_dispatch, self._signing_secret)
        found: list[BaseRoute] = [Route(EVENTS, guard, methods=["POST"])]
        if self._flow is not None:
            handler = AsyncSlackRequestHandler(self._bolt)
            found += [Route(INSTALL, handler.handle), Route(COME_BACK, handler.handle)]
        return found

    def connect(self, app_token: str) -> None:
        """Take requests from a socket until `close`; the library keeps it open."""
        self._socket = Socket(self._bolt, self._client, app_token)
        self._socket.open()

    async def is_connected(self) -> bool:
        """Whether requests can come in now: over HTTP they always can, as far as can be told from here."""
        return self._socket is None or await self._socket.is_connected()

    async def close(self) -> None:
        """Take no more requests from the socket."""
        if self._socket is not None:
            await self._socket.close()

    def _listen(self, buttons: Buttons, commands: Commands, home: Home) -> None:
        """The answers first: every earlier listener costs each click a look."""
        app = self._bolt
        app.action(ANSWERS)(buttons.answered)
        app.action("pick")(_taken)
        app.action(re.compile(r"command\.\d+"))(commands.pressed)
        app.command(re.compile(r"/(?:tutor|classroom)"))(commands.typed)
        app.view(CALLBACK)(commands.sent)
        app.options("value")(commands.zones)
        app.event("app_home_opened")(home.opened)
        app.event("app_uninstalled")(self._gone)
        app.event("tokens_revoked")(self._gone)

    async def _gone(self, context: AsyncBoltContext) -> None:
        """A token may be dead: Slack itself is asked, for the news can be late or about another one."""
        try:
            await self._calls.call(workspace_of(context), "auth.test")
        except DeliveryFailed as error:
            log.warning("workspace_left", workspace=context.team_id, reason=str(error))


async def _taken(ack: AsyncAck) -> None:
    """A tick is no answer yet."""
    await ack()


class _Accounts(AsyncAuthorize):
    """The bot's account that a request is meant for, as the library wants it."""

    def __init__(self, bots: Bots) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._bots = bots
        self._known: dict[WorkspaceKey, tuple[float, Bot]] = {}

    async def __call__(
        self, *, enterprise_id: str | None, team_id: str | None, **_about: Any
    ) -> AuthorizeResult | None:
        """None where the app is not installed, which the library answers with a word to the person."""
        bot = await self._bot(workspace_key(enterprise_id, team_id))
        if bot is None:
            return None
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            bot_id=bot.id,
            bot_user_id=bot.user,
            bot_token=bot.token,
        )

    async def _bot(self, workspace: WorkspaceKey) -> Bot | None:
        now = asyncio.get_running_loop().time()
        at, known = self._known.get(workspace, (-_KEPT, None))
        if known is None or now - at >= _KEPT:
            found = await self._bots.bot_in(workspace)
            if found is None:
                self._known.pop(workspace, None)
                return None
            self._known[workspace] = now, found
            return found
        return known
