"""A bot's requests against a Discord on loopback."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import discord
import pytest

from bot.core.address import ChannelAddress
from bot.core.question import Picture as PictureFile
from bot.platforms.discord.app import new_client
from bot.platforms.discord.calls import Calls
from bot.platforms.discord.outbound import DiscordChat
from bot.platforms.discord.people import workspace_key
from bot.platforms.discord.pictures import Pictures
from tests.fakes.discord.state import Channel, Guild, Message
from tests.fakes.discord.world import DiscordWorld


@dataclass(kw_only=True)
class Line:
    """A line to Discord, and what is at its other end."""

    world: DiscordWorld
    guild: Guild
    room: Channel
    client: discord.AutoShardedClient
    calls: Calls
    chat: DiscordChat
    folder: Path

    @property
    def address(self) -> ChannelAddress:
        return ChannelAddress(workspace=workspace_key(self.guild.id), channel=str(self.room.id))

    @property
    def messages(self) -> list[Message]:
        return self.world.seen.messages(self.room)


@pytest.fixture
async def line(tmp_path: Path) -> AsyncIterator[Line]:
    async with DiscordWorld() as world, new_client() as client:
        guild = await world.places.guild("Exam club")
        room = await world.places.channel(guild, "daily")
        await client.login(world.token)
        calls = Calls(client)
        chat = DiscordChat(calls, Pictures(_in(tmp_path)))
        yield Line(world=world, guild=guild, room=room, client=client, calls=calls, chat=chat, folder=tmp_path)


def _in(folder: Path) -> Callable[[PictureFile], Path]:
    return lambda picture: folder / picture.file
