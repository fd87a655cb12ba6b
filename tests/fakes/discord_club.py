"""A small club on the loopback Discord: one guild, one channel, two people, and the small bot at work."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import discord

from tests.fakes.discord.state import Channel, Guild, Message, User
from tests.fakes.discord.world import DiscordWorld
from tests.fakes.small_bot import SmallBot, card


@dataclass(kw_only=True)
class Club:
    """Ada is a member, Dana manages the server; `card` is a message with the letters A to D."""

    world: DiscordWorld
    guild: Guild
    channel: Channel
    ada: User
    dana: User
    bot: SmallBot
    card: Message

    @property
    def room(self) -> discord.PartialMessageable:
        """The channel as the bot has it, without a look into its cache."""
        return self.bot.get_partial_messageable(self.channel.id, guild_id=self.guild.id)


@asynccontextmanager
async def a_club(*, patience: float = 3.0) -> AsyncIterator[Club]:
    """Everything is set up, and the bot is connected."""
    async with DiscordWorld(patience=patience) as world, SmallBot() as bot:
        guild = await world.places.guild()
        channel = await world.places.channel(guild, "daily")
        ada = await world.places.member(guild, "ada")
        dana = await world.places.member(guild, "dana", "manage_guild")
        running = asyncio.create_task(bot.start(world.token))
        await world.gateway.connected()
        await bot.tree.sync()
        await bot.get_partial_messageable(channel.id).send(view=card("What?"))
        posted = world.seen.messages(channel)[0]
        try:
            yield Club(world=world, guild=guild, channel=channel, ada=ada, dana=dana, bot=bot, card=posted)
        finally:
            await bot.close()
            await running
