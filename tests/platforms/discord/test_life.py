"""How the bot says hello to a server: once, where it may, and nowhere else."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import discord
import pytest

from bot.desk import Desk
from bot.platforms.discord.life import Life
from bot.store.database import Database
from tests.builders import NINE
from tests.fakes.discord.state import Guild
from tests.fakes.discord.words import words
from tests.platforms.discord.conftest import Line


async def until(so: Callable[[], bool]) -> None:
    """Wait for what follows from an event."""
    async with asyncio.timeout(30):
        while not so():  # noqa: ASYNC110 - the library has no word for it
            await asyncio.sleep(0.01)


@dataclass(kw_only=True)
class Gate:
    """Where servers let the bot in."""

    line: Line
    life: Life

    async def known(self, guild: Guild) -> discord.Guild:
        """The server as the bot knows it."""
        await until(lambda: self.line.client.get_guild(guild.id) is not None)
        found = self.line.client.get_guild(guild.id)
        assert found is not None
        return found


@pytest.fixture
async def gate(line: Line, database: Database) -> AsyncIterator[Gate]:
    desk = Desk(database)
    desk.start()
    life = Life(desk, line.chat, lambda: NINE)
    line.client.event(life.on_guild_join)
    listening = asyncio.create_task(line.client.connect())
    await line.world.gateway.connected()
    yield Gate(line=line, life=life)
    await line.client.close()
    await listening
    await desk.stop()


def said(gate: Gate, guild: Guild) -> list[str]:
    assert guild.system_channel is not None
    return [words(each) for each in gate.line.world.seen.messages(guild.system_channel)]


async def test_a_server_that_lets_the_bot_in_is_told_how_to_begin(gate: Gate) -> None:
    await gate.line.client.wait_until_ready()

    there = await gate.line.world.places.guild("Another club")
    await gate.known(there)
    await until(lambda: bool(said(gate, there)))

    (hello,) = said(gate, there)
    assert "/classroom setup" in hello
    assert gate.line.world.seen.pings() == []
    assert said(gate, gate.line.guild) == []


async def test_a_hello_that_discord_tells_twice_is_said_once(gate: Gate) -> None:
    there = await gate.known(gate.line.guild)

    await gate.life.on_guild_join(there)
    await gate.life.on_guild_join(there)

    assert len(said(gate, gate.line.guild)) == 1


async def test_where_the_bot_may_not_write_it_says_nothing(gate: Gate) -> None:
    strict = await gate.line.world.places.guild("Strict club", bot=False)
    assert strict.system_channel is not None
    await gate.line.world.changes.forbid(strict.system_channel, "send_messages")
    await gate.line.world.changes.invite_bot(strict)

    await gate.life.on_guild_join(await gate.known(strict))

    assert said(gate, strict) == []
    assert [call for call in gate.line.world.calls if call.code] == []


async def test_a_server_without_such_a_channel_is_no_trouble(gate: Gate) -> None:
    gate.line.guild.system_channel = None
    there = await gate.known(gate.line.guild)

    await gate.life.on_guild_join(there)

    assert gate.line.messages == []
