"""Lost lines, lost sessions and guilds that come and go, as the real discord.py lives through them."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import discord
import pytest

from tests.fakes.discord.session import Session
from tests.fakes.discord.world import DiscordWorld
from tests.fakes.discord_club import Club, a_club
from tests.fakes.small_bot import SmallBot

NINE = datetime(2026, 11, 30, 9, tzinfo=UTC)


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    async with a_club() as opened:
        yield opened


async def event(club: Club, name: str) -> object:
    """The next such event that the bot is told of."""
    return await club.bot.wait_for(name, timeout=5)


async def test_a_click_while_the_line_is_down_arrives_with_the_resume(club: Club) -> None:
    club.world.gateway.drop()

    done = await club.world.people.click(club.ada, club.card, "A", wait=False)
    await done.settled()

    assert done.text == "Correct"
    assert (club.world.gateway.identified, club.world.gateway.resumed) == (1, 1)


async def test_a_bot_that_is_asked_to_reconnect_resumes(club: Club) -> None:
    await club.world.gateway.ask_reconnect()
    await club.world.gateway.until(lambda: club.world.gateway.resumed == 1)

    done = await club.world.people.click(club.ada, club.card, "A")

    assert done.text == "Correct"


async def test_a_session_that_is_over_begins_anew(club: Club) -> None:
    await club.world.gateway.invalidate()
    await club.world.gateway.until(lambda: club.world.gateway.identified == 2)

    done = await club.world.people.click(club.ada, club.card, "A")

    assert done.text == "Correct"
    assert club.world.gateway.resumed == 0


async def test_a_session_that_is_invalid_for_now_resumes(club: Club) -> None:
    await club.world.gateway.invalidate(resumable=True)
    await club.world.gateway.until(lambda: club.world.gateway.resumed == 1)

    assert club.world.gateway.identified == 1


async def test_a_refused_resume_begins_anew_and_loses_what_came_between(club: Club) -> None:
    club.world.gateway.refuse_resumes = 1
    club.world.gateway.drop()
    lost = await club.world.people.click(club.ada, club.card, "A", wait=False)
    await club.world.gateway.until(lambda: club.world.gateway.identified == 2)

    done = await club.world.people.click(club.ada, club.card, "A")

    assert done.text == "Correct"
    assert lost.answer is None


async def test_a_click_can_come_twice(club: Club) -> None:
    done = await club.world.people.click(club.ada, club.card, "A")
    refused = asyncio.create_task(event(club, "interaction"))
    await asyncio.sleep(0)

    await club.world.people.again(done)
    await refused
    await club.world.people.click(club.ada, club.card, "A")

    assert club.bot.heard.count(str(done.id)) == 2
    assert len(done.replies) == 1
    assert 40060 in [call.code for call in club.world.calls]


async def test_the_bot_hears_that_it_was_let_into_a_guild(club: Club) -> None:
    await club.bot.wait_until_ready()
    joined = asyncio.create_task(event(club, "guild_join"))
    await asyncio.sleep(0)

    await club.world.places.guild("Another")

    assert str(await joined) == "Another"


async def test_the_bot_hears_that_it_was_thrown_out(club: Club) -> None:
    removed = asyncio.create_task(event(club, "guild_remove"))
    await asyncio.sleep(0)

    await club.world.changes.remove_bot(club.guild)

    assert str(await removed) == "Exam club"
    with pytest.raises(discord.Forbidden):
        await club.room.send("Still here?")


async def test_an_outage_is_no_farewell(club: Club) -> None:
    gone, back = (asyncio.create_task(event(club, f"guild_{what}")) for what in ("unavailable", "available"))
    await asyncio.sleep(0)

    await club.world.changes.outage(club.guild)
    await gone
    await club.world.changes.recover(club.guild)

    assert str(await back) == "Exam club"


async def test_the_bot_hears_that_a_channel_is_gone(club: Club) -> None:
    deleted = asyncio.create_task(event(club, "guild_channel_delete"))
    await asyncio.sleep(0)

    await club.world.changes.delete(club.channel)

    assert str(await deleted) == "daily"


async def test_the_bot_hears_of_its_own_thread(club: Club) -> None:
    created = asyncio.create_task(event(club, "thread_create"))
    await asyncio.sleep(0)

    await club.room.get_partial_message(club.card.id).create_thread(name="Answers")

    assert str(await created) == "Answers"


async def test_the_bot_knows_what_it_may_do_in_a_channel(club: Club) -> None:
    await club.world.changes.forbid(club.channel, "send_messages")
    await event(club, "guild_channel_update")

    guild = club.bot.get_guild(club.guild.id)
    assert guild is not None
    assert guild.me.guild_permissions.send_messages
    assert not guild.get_channel(club.channel.id).permissions_for(guild.me).send_messages  # type: ignore[union-attr]


async def test_two_shards_have_their_own_guilds() -> None:
    async with DiscordWorld(clock=lambda: NINE) as world, SmallBot() as bot:
        world.gateway.shards = 2
        for name in ("one", "two", "three"):
            await world.places.guild(name)
        running = asyncio.create_task(bot.start(world.token))

        await world.gateway.connected(shards=2)

        assert sorted(len(guilds_of(session)) for session in world.gateway.sessions) == [1, 2]
        await bot.close()
        await running


def guilds_of(session: Session) -> list[str]:
    """The guilds that a session was told of."""
    return [payload["d"]["name"] for payload in session.events if payload["t"] == "GUILD_CREATE"]


async def test_a_wrong_token_is_not_let_in() -> None:
    async with DiscordWorld(), SmallBot() as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.login("other")


async def test_message_content_is_not_for_this_bot() -> None:
    async with DiscordWorld() as world:
        curious = discord.AutoShardedClient(intents=discord.Intents(guilds=True, message_content=True))
        async with curious:
            with pytest.raises(discord.PrivilegedIntentsRequired):
                await curious.start(world.token)
