"""The life of a server: the bot comes and goes, and channels are deleted; all of it may be told more than once."""

from collections.abc import Callable
from datetime import datetime

import discord
import structlog

from bot.cards.blocks import Card, Heading, Note
from bot.core.address import ChannelAddress
from bot.desk import Desk
from bot.platforms.discord.outbound import DiscordChat
from bot.platforms.discord.people import workspace_key
from bot.port import DeliveryFailed
from bot.tutor.leaving import leave, lose_channel

log = structlog.get_logger(__name__)

_WELCOME: Card = (
    Heading(text="Hello"),
    Note(
        text="I ask one exam question a day, and tell each of you privately why every choice is right or wrong. "
        "Whoever may manage this server types /classroom setup in the channel where the questions shall come."
    ),
    Note(text="Everybody may use /tutor there."),
)


class Life:
    """Does what follows from each such event; the names are the library's."""

    def __init__(self, desk: Desk, chat: DiscordChat, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._chat = chat
        self._clock = clock

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A short welcome in the server's own channel for such things, if the bot may write there; else nowhere."""
        channel, me = guild.system_channel, guild.me
        if channel is None or not _may_write(channel.permissions_for(me)):
            return
        address = ChannelAddress(workspace=workspace_key(guild.id), channel=str(channel.id))
        try:
            await self._chat.post(address, _WELCOME, key=f"welcome:{guild.id}:{me.joined_at}")
        except DeliveryFailed as error:
            log.warning("welcome_not_said", guild=guild.id, reason=str(error))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The server's classrooms pause."""
        paused = await self._desk.write(leave, workspace_key(guild.id), self._clock())
        log.info("guild_left", guild=guild.id, paused=paused)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """The channel's classroom pauses."""
        await self._lose(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread of a forum may have been a classroom's channel."""
        await self._lose(payload.guild_id, payload.thread_id)

    async def _lose(self, guild: int, channel: int) -> None:
        address = ChannelAddress(workspace=workspace_key(guild), channel=str(channel))
        if await self._desk.write(lose_channel, address, self._clock()):
            log.info("channel_lost", guild=guild, channel=channel)


def _may_write(rights: discord.Permissions) -> bool:
    return rights.view_channel and rights.send_messages
