"""Many classrooms due at nine, at platforms that hold their limits: all in time, and none too soon."""

import asyncio
from dataclasses import dataclass

import discord

from bot.store.database import Database
from tests.databases import on_sqlite
from tests.fakes.discord.state import Message, User
from tests.fakes.discord.words import words
from tests.fakes.discord.world import DiscordWorld
from tests.fakes.leaping_loop import leaping
from tests.stories.nine_oclock import discord_at_nine, slack_at_nine

pytestmark = on_sqlite


@dataclass(kw_only=True)
class Seen:
    """What became of it: seconds after nine when each card came, seconds that each click waited, refusals, troubles."""

    cards: list[float]
    waits: list[float]
    refused: int
    troubles: list[str]
    counted: int = 0


async def on_discord(database: Database, guilds: int, each: int) -> Seen:
    """People press the buttons of two fifths of the cards while half of them are still to come."""
    many = guilds * each
    async with discord_at_nine(database, guilds, each) as (world, morning):
        await morning.passes(until=many / 80)
        clicked = cards_of(world)[: many * 2 // 5]
        spreading = asyncio.create_task(morning.passes(until=many / 20 + 5))
        waits = await asyncio.gather(*(click(world, card) for card in clicked))
        await spreading
        return Seen(
            cards=[morning.since_nine(discord.utils.snowflake_time(card.id).timestamp()) for card in cards_of(world)],
            waits=waits,
            refused=sum(call.status == 429 for call in world.calls),
            troubles=await morning.troubles(),
            counted=sum("1 answered" in words(card) for card in clicked),
        )


async def click(world: DiscordWorld, card: Message) -> float:
    """Seconds until the answer."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    done = await world.people.click(learner(card), card, "A")
    assert done.text
    return loop.time() - began


def learner(card: Message) -> User:
    assert card.channel.guild is not None
    return next(each.user for each in card.channel.guild.members.values() if each.user.name == "ada")


def cards_of(world: DiscordWorld) -> list[Message]:
    return [said for channel in world.state.channels.values() for said in world.seen.messages(channel)]


def test_cards_on_discord_come_in_time_and_clicks_are_answered_meanwhile(database: Database) -> None:
    seen = leaping(on_discord(database, 8, 10))

    assert len(seen.cards) == 80
    assert max(seen.cards) < 80 / 40 + 1
    assert len(seen.waits) == seen.counted == 32
    assert max(seen.waits) < 0.1
    assert (seen.refused, seen.troubles) == (0, [])


async def on_slack(database: Database, teams: int, each: int) -> Seen:
    """Nobody presses anything."""
    async with slack_at_nine(database, teams, each) as (world, morning):
        await morning.passes(until=10)
        rooms = [channel for team in world.workspaces.values() for channel in team.channels.values()]
        came = [morning.since_nine(float(card.ts)) for room in rooms for card in room.messages]
        return Seen(cards=came, waits=[], refused=len(world.rates.hits), troubles=await morning.troubles())


def test_cards_in_many_workspaces_of_slack_come_in_time(database: Database) -> None:
    seen = leaping(on_slack(database, 6, 15))

    assert len(seen.cards) == 90
    assert max(seen.cards) < 5
    assert (seen.refused, seen.troubles) == (0, [])
