"""Discord at its worst: each fault ends with exactly one visible post and one stored answer."""

import asyncio
from collections.abc import Callable

import discord
import pytest

from bot.store.database import Database
from tests.databases import on_sqlite
from tests.fakes.discord.faults import Faults
from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.routes import Route
from tests.fakes.leaping_loop import leaping
from tests.stories.discord_room import DiscordBuilding, DiscordRoom
from tests.stories.nine_oclock import discord_at_nine
from tests.test_metrics import counted

MONDAY = "2026-11-30"
Break = Callable[[Faults], None]


@pytest.fixture
async def room(discord_building: DiscordBuilding) -> DiscordRoom:
    """A room whose first question comes at nine."""
    opened = await discord_building.room()
    await opened.types("dana", "/classroom setup at=9 zone=berlin days=daily")
    await opened.types("dana", "/classroom week topic=fine-tuning from=2026-11-30")  # one right choice each
    return opened


async def at_once(*_about: object, **_more: object) -> None:
    """Identify without the pause that many shards need."""


@pytest.mark.parametrize(
    "broken",
    [
        lambda faults: faults.lose_answer(Route.SEND),
        lambda faults: faults.reset(Route.SEND),
        lambda faults: faults.fail(Route.SEND, status=503),
        lambda faults: faults.fail(Route.SEND, status=502),
    ],
    ids=["answer lost", "line broken before it", "503", "502, which the library tries again"],
)
async def test_a_post_in_doubt_is_there_once(room: DiscordRoom, broken: Break) -> None:
    broken(room.world.faults)
    await room.at(MONDAY)

    await room.later(seconds=6)
    await room.later(seconds=6)

    assert len(room.world.seen.messages(room.channel)) == 1
    assert (await room.clicks("ada", await room.right())).startswith("Correct\n")


async def test_a_post_whose_answer_was_lost_is_found_when_discord_has_forgotten_its_nonce(room: DiscordRoom) -> None:
    room.world.faults.lose_answer(Route.SEND)
    await room.at(MONDAY)

    await room.later(minutes=20)

    assert len(room.world.seen.messages(room.channel)) == 1
    assert room.asked(Route.SEND) == 1


async def test_a_post_is_found_among_hundreds_of_messages(room: DiscordRoom) -> None:
    for number in range(150):
        room.world.people.say(room.person("ada"), room.channel, f"before {number}")
    room.world.faults.lose_answer(Route.SEND)
    await room.at(MONDAY)
    for number in range(150):
        room.world.people.say(room.person("ada"), room.channel, f"after {number}")

    await room.later(seconds=6)

    assert room.asked(Route.SEND) == 1
    assert (await room.clicks("ada", await room.right())).startswith("Correct\n")


async def test_nothing_is_looked_for_before_discord_could_have_posted_it(room: DiscordRoom) -> None:
    room.world.faults.lose_answer(Route.SEND)
    await room.at(MONDAY)

    await room.later(seconds=4)

    assert room.asked(Route.LIST) == 0


async def test_a_history_that_may_not_be_read_is_no_proof(room: DiscordRoom) -> None:
    room.world.faults.lose_answer(Route.SEND)
    await room.world.changes.forbid(room.channel, "read_message_history")
    await room.at(MONDAY)

    await room.later(minutes=20)
    told = await room.types("dana", "/classroom show")
    await room.world.changes.permit(room.channel, "read_message_history")
    await room.later(minutes=10)

    assert "give me the permission Read Message History" in told
    assert len(room.world.seen.messages(room.channel)) == 1
    assert (await room.clicks("ada", await room.right())).startswith("Correct\n")


async def test_a_pause_that_discord_asks_for_is_kept(room: DiscordRoom) -> None:
    room.world.faults.rate_limit(Route.SEND, seconds=30)
    await room.at(MONDAY)

    await room.later(seconds=20)
    early = room.asked(Route.SEND)
    await room.later(seconds=11)

    assert early == 1
    assert room.asked(Route.LIST) == 0  # nothing was in doubt
    assert len(room.world.seen.messages(room.channel)) == 1


async def test_a_token_that_is_reset_loses_nothing(
    discord_building: DiscordBuilding,
    room: DiscordRoom,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
    good = room.world.state.token
    room.world.state.token = "another"
    room.world.gateway.drop(resumable=False)
    await room.until(lambda: "discord_shut_us_out" in capsys.readouterr().out)

    await room.at(MONDAY)
    await room.later(minutes=2)
    identified = room.world.gateway.identified
    room.world.state.token = good
    again = await discord_building.room()
    await again.later(minutes=2)

    assert identified == 1
    assert "Question 1 · " in again.card(1)
    assert (await again.clicks("ada", await again.right())).startswith("Correct\n")


async def test_a_reply_that_never_came_is_not_counted_as_one(room: DiscordRoom) -> None:
    await room.at(MONDAY)
    room.world.faults.refuse(Route.CALLBACK, refusal=Refusal.UNKNOWN_INTERACTION)

    lost = await room.press(room.person("ada"), await room.right(), wait=False)
    await room.until(lambda: bool(room.world.faults.met))
    await room.settle()
    after_it = counted(room.school.metrics, "trapwise_reply_seconds_count")
    await room.clicks("ben", await room.right())

    assert (lost.replies, after_it) == ([], {})
    assert counted(room.school.metrics, "trapwise_reply_seconds_count") == {("discord",): 1}


async def back_after(database: Database, outage: float) -> float:
    """Seconds until the bot listens again, once a gateway that was away for so long is there."""
    loop = asyncio.get_running_loop()
    async with discord_at_nine(database, 1, 1) as (world, _morning):
        world.gateway.down = True
        world.gateway.drop(resumable=False)
        await asyncio.sleep(outage)
        world.gateway.down = False
        began = loop.time()
        await world.gateway.until(lambda: bool(world.gateway.listening), within=2000)
        return loop.time() - began


@on_sqlite
def test_a_long_outage_of_the_gateway_is_over_for_the_bot_within_a_minute(database: Database) -> None:
    assert leaping(back_after(database, 40 * 60)) < 60
