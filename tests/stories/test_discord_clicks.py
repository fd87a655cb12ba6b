"""Clicks while everything goes wrong: each is one stored answer, and one reply where a reply can be."""

from collections.abc import Callable
from datetime import timedelta

import discord
import pytest
from sqlalchemy import Connection, func, select

from bot.store.database import Database
from bot.store.tables import answer, posting
from tests.fakes.discord.faults import Faults
from tests.fakes.discord.routes import Route
from tests.stories.discord_room import DiscordBuilding, DiscordRoom, as_read

MONDAY = "2026-11-30"
Break = Callable[[Faults], None]


@pytest.fixture
async def room(discord_building: DiscordBuilding) -> DiscordRoom:
    """A room whose first question comes at nine."""
    opened = await discord_building.room()
    await opened.types("dana", "/classroom setup at=9 zone=berlin days=daily")
    await opened.types("dana", "/classroom week topic=fine-tuning from=2026-11-30")  # one right choice each
    return opened


def stored(tx: Connection) -> int:
    return tx.execute(select(func.count()).select_from(answer)).scalar_one()


async def at_once(*_about: object, **_more: object) -> None:
    """Identify without the pause that many shards need."""


async def test_a_click_does_not_wait_for_a_limit_on_posts(room: DiscordRoom) -> None:
    await room.at(MONDAY)
    right = await room.right()
    room.world.faults.rate_limit(Route.EDIT, seconds=1.5, everywhere=True)
    await room.clicks("ben", right)
    counting = room.work.start(room.school.live_count.flush())

    done = await room.press(room.person("ada"), right)
    limited = not counting.done()
    await counting

    assert limited
    assert done.text.startswith("### Correct")


async def test_a_click_that_comes_twice_is_one_answer_with_one_reply(room: DiscordRoom) -> None:
    await room.at(MONDAY)
    done = await room.press(room.person("ada"), await room.right(), wait=False)

    await room.world.people.again(done)
    await done.settled()
    await room.settle()

    assert as_read(done.text).startswith("Correct\n")
    assert len(done.replies) == 1
    assert await room.read(stored) == 1


async def test_a_gateway_that_drops_during_a_click_delivers_it_with_the_resume(room: DiscordRoom) -> None:
    await room.at(MONDAY)
    right = await room.right()
    room.world.gateway.drop()

    done = await room.world.people.click(room.person("ada"), room.message(1), right, wait=False)
    await done.settled()

    assert as_read(done.text).startswith("Correct\n")
    assert room.world.gateway.resumed == 1
    assert await room.read(stored) == 1


async def test_a_click_that_the_resume_delivers_too_late_is_stored_at_its_own_time(room: DiscordRoom) -> None:
    await room.at(MONDAY)
    right = await room.right()
    room.world.gateway.drop()
    done = await room.world.people.click(room.person("ada"), room.message(1), right, wait=False)

    room.clock.now += timedelta(seconds=10)
    await room.world.gateway.until(lambda: room.world.gateway.resumed == 1)
    await room.world.quiet()
    said = await room.clicks("ada", right)

    assert done.text == ""
    assert said.startswith("Already answered\n")
    assert await room.read(lambda tx: tx.execute(select(answer.c.answered_at)).scalar_one()) < room.clock.now


async def test_a_refused_resume_costs_a_second_click(room: DiscordRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
    await room.at(MONDAY)
    right = await room.right()
    room.world.gateway.refuse_resumes = 1
    room.world.gateway.drop()
    lost = await room.world.people.click(room.person("ada"), room.message(1), right, wait=False)
    await room.world.gateway.until(lambda: room.world.gateway.identified == 2)

    said = await room.clicks("ada", right)

    assert lost.text == ""
    assert said.startswith("Correct\n")
    assert len(room.world.seen.messages(room.channel)) == 1


async def test_a_database_that_takes_four_seconds_costs_nobody_an_error(room: DiscordRoom, database: Database) -> None:
    await room.at(MONDAY)
    ada, right = room.person("ada"), await room.right()

    with database.writer.begin() as busy:
        busy.execute(select(posting).with_for_update())
        done = await room.press(ada, right)
        waited, thinking = done.waited or 0, done.thinking
    said = await room.heard(done)

    assert 1.4 < waited < 3
    assert thinking
    assert said.startswith("Correct\n")
    assert room.world.errors_seen == []


@pytest.mark.parametrize(
    "broken",
    [
        lambda faults: faults.lose_answer(Route.CALLBACK),
        lambda faults: faults.reset(Route.CALLBACK),
        lambda faults: faults.fail(Route.CALLBACK, status=500),
    ],
    ids=["answer lost", "line broken before it", "500"],
)
async def test_a_private_answer_is_tried_again_and_seen_once(room: DiscordRoom, broken: Break) -> None:
    await room.at(MONDAY)
    broken(room.world.faults)

    done = await room.press(room.person("ada"), await room.right())
    await room.settle()

    assert as_read(done.text).startswith("Correct\n")
    assert len(done.replies) == 1


async def test_a_click_works_after_a_restart(discord_building: DiscordBuilding, room: DiscordRoom) -> None:
    await room.at(MONDAY)

    again = await discord_building.room()

    assert (await again.clicks("ada", await again.right())).startswith("Correct\n")


async def test_a_restart_during_a_click_stores_it_or_nothing(
    discord_building: DiscordBuilding, room: DiscordRoom
) -> None:
    await room.at(MONDAY)
    right = await room.right()
    done = await room.press(room.person("ada"), right, wait=False)

    again = await discord_building.room()
    said = await again.clicks("ada", right)

    assert said.startswith("Already answered\n" if done.text else "Correct\n")
    assert await again.read(stored) == 1
