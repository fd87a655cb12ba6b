"""The way into a workspace: Slack's OAuth pages, and the first word to whoever installed the app."""

from collections.abc import Callable, Coroutine
from typing import Any

import structlog
from pydantic import SecretStr
from slack_bolt.oauth.async_callback_options import AsyncCallbackOptions, AsyncFailureArgs, AsyncSuccessArgs
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.background import Background
from bot.cards.blocks import Card, Heading, Note
from bot.core.address import PersonKey
from bot.platforms.slack.installations import Installations, States
from bot.platforms.slack.workspaces import workspace_key
from bot.port import ChatPlatform, DeliveryFailed

SCOPES = (
    "commands",
    "chat:write",
    "channels:history",
    "groups:history",
    "users:read",
    "im:write",
    "files:write",
)
"""As few as work: the two histories are for finding out whether a message arrived."""
log = structlog.get_logger(__name__)

INSTALL, COME_BACK = "/slack/install", "/slack/oauth_redirect"

_FIRST_WORDS: Card = (
    Heading(text="Trapwise is here"),
    Note(text="1. Invite me into a channel: type /invite @Trapwise there."),
    Note(text="2. Type /classroom setup in the channel, and choose a pack and a time."),
    Note(text="If I was here before, /classroom resume all=yes goes on where I stopped."),
)

Welcome = Callable[[PersonKey], Coroutine[Any, Any, None]]


def welcome(chat: ChatPlatform) -> Welcome:
    """The first word to whoever installed the app; where it cannot be said, the pages have said enough."""

    async def greet(person: PersonKey) -> None:
        try:
            await chat.direct(person, _FIRST_WORDS, key=f"welcome:{person.person}")
        except DeliveryFailed as error:
            log.warning("welcome_not_said", person=person.person, reason=str(error))

    return greet


def oauth_flow(
    client: AsyncWebClient,
    *,
    client_id: str,
    client_secret: SecretStr,
    installations: Installations,
    states: States,
    welcome: Welcome,
    work: Background,
) -> AsyncOAuthFlow:
    """Slack's own flow over our tables."""

    async def success(args: AsyncSuccessArgs) -> BoltResponse:
        workspace = workspace_key(args.installation.enterprise_id, args.installation.team_id)
        work.start(welcome(PersonKey(workspace=workspace, person=args.installation.user_id)))
        return await args.default.success(args)

    async def failure(args: AsyncFailureArgs) -> BoltResponse:
        return await args.default.failure(args)

    settings = AsyncOAuthSettings(
        client_id=client_id,
        client_secret=client_secret.get_secret_value(),
        scopes=list(SCOPES),
        installation_store=installations,
        installation_store_bot_only=True,
        state_store=states,
        install_path=INSTALL,
        redirect_uri_path=COME_BACK,
        callback_options=AsyncCallbackOptions(success=success, failure=failure),
    )
    return AsyncOAuthFlow(client=client, settings=settings)
