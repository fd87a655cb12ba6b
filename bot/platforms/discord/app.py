"""Discord's application: which event goes where, and the connection over which they come."""

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.commands.catalogue import Catalogue
from bot.platforms.discord.buttons import Buttons
from bot.platforms.discord.commands import Commands
from bot.platforms.discord.ids import ANSWER, ANSWERS, COMMAND
from bot.platforms.discord.items import item_class
from bot.platforms.discord.life import Life
from bot.platforms.discord.people import Interaction
from bot.platforms.discord.shape import UNREADABLE, SteadyClient
from bot.platforms.discord.slash import groups
from bot.platforms.discord.suggestions import Suggestions

log = structlog.get_logger(__name__)

_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0
_MOST_DOUBLINGS = 5
"""How often the library doubles its wait for the gateway: it tries again within 2, 4, … 32 seconds."""


def new_client(shard_ids: list[int] | None = None, shard_count: int | None = None) -> discord.AutoShardedClient:
    """A client that hears of servers and interactions only, remembers no messages, and calls nobody by itself."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # It has no voice and needs no word of that.
    shards: dict[str, Any] = {"shard_ids": shard_ids, "shard_count": shard_count}
    return SteadyClient(
        intents=discord.Intents(guilds=True),
        allowed_mentions=discord.AllowedMentions.none(),
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
        max_messages=None,
        **shards,
    )


class DiscordApp:
    """Hands every event to the room that answers it; nothing starts when Discord calls itself ready, which recurs."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        *,
        catalogue: Catalogue,
        buttons: Buttons,
        commands: Commands,
        suggestions: Suggestions,
        life: Life,
        fail: Callable[[str], None],
    ) -> None:
        """`fail` ends the program: deaf it is of no use, and whoever runs it starts it anew."""
        self._fail = fail
        self._client = client
        self._commands = commands
        items = ((ANSWER, buttons.pressed), (ANSWERS, buttons.chosen), (COMMAND, commands.pressed))
        client.add_dynamic_items(*(item_class(template, pressed) for template, pressed in items))
        tree = _Tree(client, commands)
        for group in groups(catalogue, commands.typed, suggestions.offer):
            tree.add_command(group)
        self._connection: asyncio.Task[None] | None = None
        client.event(self.on_interaction)
        client.event(self.on_shard_disconnect)
        for told in (life.on_guild_join, life.on_guild_remove, life.on_guild_channel_delete, life.on_raw_thread_delete):
            client.event(told)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Forms are not the library's to keep: one that was opened before a restart is answered too."""
        if interaction.type is discord.InteractionType.modal_submit:
            self._commands.filled_in(interaction)

    async def on_shard_disconnect(self, shard: int) -> None:
        """An outage may be long: by itself the library would let up to seventeen minutes pass between two tries."""
        found = self._client.get_shard(shard)
        if found is not None:
            found._parent._backoff._max = _MOST_DOUBLINGS  # There is no setting for it.

    def connect(self) -> None:
        """Take events until `close`; the library keeps the connection."""
        self._connection = asyncio.create_task(self._connected())
        self._connection.add_done_callback(self._shut_out)

    async def is_connected(self) -> bool:
        """Whether events can come in now, on every shard."""
        return self._client.is_ready() and not any(shard.is_closed() for shard in self._client.shards.values())

    async def deafen(self) -> None:
        """Take no more events; what is under way can still be answered."""
        for shard in self._client.shards.values():
            await shard.disconnect()

    async def close(self) -> None:
        """End the connection, once all is answered."""
        await self._client.close()
        if self._connection is not None:
            self._connection.cancel()  # It may be waiting to try again.
            await asyncio.wait({self._connection})

    async def _connected(self) -> None:
        wait = _FIRST_WAIT
        while not self._client.is_closed():
            try:
                await self._client.connect()
            except (discord.GatewayNotFound, discord.RateLimited, aiohttp.ClientError, OSError) as error:
                asked = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
                log.warning("discord_gateway_not_reached", reason=repr(error), retry_in=max(wait, asked))
                await asyncio.sleep(max(wait, asked))
                wait = min(2 * wait, _LONGEST_WAIT)

    def _shut_out(self, connection: "asyncio.Task[None]") -> None:
        """A token that was reset, shards that do not suffice, or an event that the library cannot read."""
        if not connection.cancelled() and (error := connection.exception()) is not None:
            log.error("discord_shut_us_out", reason=str(error), exc_info=error)
            self._fail(f"Discord's connection has ended ({error}).")


class _Tree(app_commands.CommandTree[discord.AutoShardedClient]):
    """What Discord believes our commands to be may be older than they are."""

    def __init__(self, client: discord.AutoShardedClient, commands: Commands) -> None:
        super().__init__(client)
        self._answers = commands

    async def _call(self, interaction: Interaction) -> None:
        """The library reads options and what they name here, on a task of its own that nobody waits for."""
        try:
            await super()._call(interaction)
        except UNREADABLE as error:
            log.warning("command_not_read", reason=type(error).__name__)
            self._answers.outdated(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        log.warning("command_not_understood", reason=str(error))
        self._answers.outdated(interaction)
