"""Discord, put together from its settings."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

import discord
import yarl
from discord.gateway import DiscordWebSocket
from starlette.routing import BaseRoute

from bot.app.school import School
from bot.background import Background
from bot.bank.files import picture_path
from bot.commands.catalogue import Catalogue
from bot.platforms.discord import start, sync
from bot.platforms.discord.app import DiscordApp, new_client
from bot.platforms.discord.buttons import Buttons
from bot.platforms.discord.calls import Calls
from bot.platforms.discord.commands import Commands
from bot.platforms.discord.life import Life
from bot.platforms.discord.outbound import DiscordChat
from bot.platforms.discord.pace import Pace
from bot.platforms.discord.pictures import Pictures
from bot.platforms.discord.replies import Replies
from bot.platforms.discord.suggestions import Suggestions
from bot.port import ChatPlatform
from bot.settings import BadSetting, DiscordSettings, Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Discord:
    """Discord, ready: how it is spoken to, and how it is begun to be listened to; nothing comes in over HTTP."""

    chat: ChatPlatform
    routes: Sequence[BaseRoute] = ()
    told: str
    listen: Callable[[AsyncExitStack], Awaitable[None]]
    connected: Callable[[], Awaitable[bool]]


async def add_discord(
    stack: AsyncExitStack,
    settings: Settings,
    school: School,
    *,
    work: Background,
    fail: Callable[[str], None],
    pace: Pace | None = None,
) -> Discord:
    """Discord as its settings want it, at its pace unless another is given.

    `fail` ends the program when it cannot be listened to any more.

    Raises:
        BadSetting: the token is refused.
    """
    client = await _client(stack, settings.discord)
    pictures = Pictures(partial(picture_path, settings.content_folder))
    chat = DiscordChat(Calls(client, pace or Pace(settings.discord.share)), pictures)
    replies = Replies(pictures, work)
    app = DiscordApp(
        client,
        catalogue=school.dispatcher.catalogue,
        buttons=Buttons(school.reception, replies),
        commands=Commands(school.dispatcher, replies),
        suggestions=Suggestions(school.desk),
        life=Life(school.desk, chat, school.clock),
        fail=fail,
    )
    stack.push_async_callback(app.close)

    async def listen(stack: AsyncExitStack) -> None:
        app.connect()
        stack.push_async_callback(app.deafen)

    told = f"Discord: bot {client.user} ({client.application_id})"
    return Discord(chat=chat, told=told, listen=listen, connected=app.is_connected)


async def sync_commands(settings: Settings, guild: int | None) -> str:
    """Tell Discord which commands there are, and say so.

    Raises:
        TutorError: no token is set, or Discord refuses it or them.
    """
    async with visit(settings) as client:
        count = await sync.sync_commands(client, Catalogue(), guild)
    where = "on every server" if guild is None else f"on server {guild}"
    return f"Discord knows {count} commands {where} now. Who had it open sees them after a reload (Ctrl+R)."


async def invite(settings: Settings) -> str:
    """The link by which a server takes the bot in.

    Raises:
        BadSetting: no token is set, or Discord refuses it.
    """
    async with visit(settings) as client:
        return start.invite_link(client)


@asynccontextmanager
async def visit(settings: Settings) -> AsyncIterator[discord.AutoShardedClient]:
    """A client that is logged in, however long that takes, and that listens to nothing.

    Raises:
        BadSetting: no token is set, or Discord refuses it.
    """
    async with AsyncExitStack() as stack:
        yield await _client(stack, settings.discord)


async def _client(stack: AsyncExitStack, settings: DiscordSettings) -> discord.AutoShardedClient:
    """A client that is logged in, at the library's own addresses unless others are given."""
    if settings.token is None:
        raise BadSetting("TRAPWISE_DISCORD__TOKEN is missing: it is on the app's Bot page in the developer portal.")
    if settings.api_url is not None:
        discord.http.Route.BASE = settings.api_url
    if settings.gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway_url)
    make = partial(new_client, settings.shards, settings.shard_count)
    client = await start.logged_in(make, settings.token.get_secret_value())
    stack.push_async_callback(client.close)
    return client
