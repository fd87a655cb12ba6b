"""Slack, put together from its settings."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial

import aiohttp
from cryptography.fernet import MultiFernet
from pydantic import SecretStr
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_sdk.web.async_client import AsyncWebClient
from starlette.routing import BaseRoute

from bot.app.school import School
from bot.background import Background
from bot.bank.files import picture_path
from bot.platforms.slack.access import Access
from bot.platforms.slack.app import SlackApp
from bot.platforms.slack.buttons import Buttons
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.commands import Commands
from bot.platforms.slack.home import Home
from bot.platforms.slack.installations import Installations, States, keys_of
from bot.platforms.slack.limits import Limits
from bot.platforms.slack.oauth import oauth_flow, welcome
from bot.platforms.slack.outbound import SlackChat
from bot.platforms.slack.people import People
from bot.platforms.slack.pictures import Pictures
from bot.platforms.slack.replies import Replies
from bot.platforms.slack.start import check_app_token, own_bot
from bot.platforms.slack.workspaces import Bots, OneBot
from bot.port import PATIENCE, ChatPlatform
from bot.settings import BadSetting, Settings, SlackMode

_CONNECTIONS = 200
"""A courier takes 80 of them at the most, and the counts as many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slack:
    """Slack, ready: how it is spoken to, where it comes in, and how it is begun to be listened to."""

    chat: ChatPlatform
    routes: list[BaseRoute]
    told: str
    listen: Callable[[AsyncExitStack], Awaitable[None]]
    connected: Callable[[], Awaitable[bool]]


async def add_slack(
    stack: AsyncExitStack, settings: Settings, school: School, work: Background, limits: Limits | None = None
) -> Slack:
    """Slack as its settings want it, within its limits unless others are given.

    Raises:
        BadSetting: a setting is missing or refused by Slack.
    """
    mode, session = settings.slack.mode, await new_session(stack)
    client = client_of(settings, session)
    bots, told = await _bots(settings, school, client)
    calls = Calls(client, bots)
    pictures = _pictures(settings, school, calls, session)
    chat = SlackChat(calls, pictures, limits or Limits(settings.slack.processes))
    people, replies = People(calls, settings.slack.admin_ids), await _replies(stack, calls, pictures)
    home = Home(desk=school.desk, calls=calls, people=people, pictures=pictures, clock=school.clock, work=work)
    app = SlackApp(
        client=client,
        bots=bots,
        calls=calls,
        buttons=Buttons(reception=school.reception, replies=replies, people=people, home=home, work=work),
        commands=_commands(school, calls=calls, replies=replies, people=people, work=work),
        home=home,
        signing_secret=word(settings.slack.signing_secret),
        flow=_flow(settings, school, client=client, bots=bots, chat=chat, work=work),
    )

    async def listen(stack: AsyncExitStack) -> None:
        if mode is SlackMode.SOCKET:
            app.connect(word(settings.slack.app_token))
            stack.push_async_callback(app.close)

    return Slack(chat=chat, routes=app.routes(), told=told, listen=listen, connected=app.is_connected)


def _commands(school: School, *, calls: Calls, replies: Replies, people: People, work: Background) -> Commands:
    return Commands(
        dispatcher=school.dispatcher, calls=calls, replies=replies, people=people, access=Access(calls), work=work
    )


async def _replies(stack: AsyncExitStack, calls: Calls, pictures: Pictures) -> Replies:
    """With connections of their own: what hangs there must not hold up the questions."""
    return Replies(await new_session(stack), calls, pictures)


def _pictures(settings: Settings, school: School, calls: Calls, session: aiohttp.ClientSession) -> Pictures:
    return Pictures(school.desk, calls, session, school.clock, partial(picture_path, settings.content_folder))


async def new_session(stack: AsyncExitStack) -> aiohttp.ClientSession:
    """A pool of connections: more than what hangs ever takes, for who waited for one would seem to hang as well."""
    pool, patience = aiohttp.TCPConnector(limit=_CONNECTIONS), aiohttp.ClientTimeout(total=PATIENCE)
    return await stack.enter_async_context(aiohttp.ClientSession(connector=pool, timeout=patience))


def client_of(settings: Settings, session: aiohttp.ClientSession) -> AsyncWebClient:
    """A client that retries nothing by itself; the library's own address unless another is given."""
    if settings.slack.api_url is None:
        return AsyncWebClient(session=session, retry_handlers=[])
    return AsyncWebClient(session=session, retry_handlers=[], base_url=settings.slack.api_url)


async def _bots(settings: Settings, school: School, client: AsyncWebClient) -> tuple[Bots, str]:
    """The bot's accounts, and a line about them."""
    slack, mode = settings.slack, settings.slack.mode
    if mode is SlackMode.OAUTH:
        installations = Installations(school.desk, keys(settings.secret_key), school.clock)
        living, lost = await installations.rotate_keys()
        told = f"; {lost} must install again: TRAPWISE_SECRET_KEY opens no token of theirs" if lost else ""
        return installations, f"Slack: {mode}, {living} workspaces{told}"
    if mode is SlackMode.SOCKET:
        await check_app_token(client, word(slack.app_token))
    bot, name = await own_bot(client, word(slack.bot_token))
    return OneBot(bot, school.desk, school.clock), f"Slack: {mode}, workspace {name} ({bot.workspace.external_id})"


def keys(secret: SecretStr | None) -> MultiFernet:
    """The keys of stored tokens.

    Raises:
        BadSetting: there is none, or one is malformed.
    """
    example = 'python -c "from cryptography.fernet import Fernet; print(Fernet.generate_key().decode())"'
    if secret is None:
        raise BadSetting("TRAPWISE_SECRET_KEY is missing: it encrypts the tokens of workspaces.", example=example)
    try:
        return keys_of(secret.get_secret_value())
    except ValueError as error:
        raise BadSetting("TRAPWISE_SECRET_KEY is malformed: it is no Fernet key.", example=example) from error


def _flow(
    settings: Settings, school: School, *, client: AsyncWebClient, bots: Bots, chat: ChatPlatform, work: Background
) -> AsyncOAuthFlow | None:
    slack = settings.slack
    if not isinstance(bots, Installations) or slack.client_id is None or slack.client_secret is None:
        return None
    return oauth_flow(
        client,
        client_id=slack.client_id,
        client_secret=slack.client_secret,
        installations=bots,
        states=States(school.desk, school.clock),
        welcome=welcome(chat),
        work=work,
    )


def word(secret: SecretStr | None) -> str:
    """A secret itself, empty where it is not set."""
    return "" if secret is None else secret.get_secret_value()
