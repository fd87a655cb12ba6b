"""Two hundred people press a button in the same second."""

import asyncio

from sqlalchemy import Connection, func, select

from bot.platforms.web.people import Person
from bot.store.tables import answer, standing
from tests.stories.chat_room import Building
from tests.stories.discord_room import DiscordBuilding, as_read

EVERYBODY = [Person(id=f"learner{n}", name=f"Learner {n}") for n in range(200)]


def stored(tx: Connection) -> tuple[int, int]:
    """How many answers are stored, and how many standings say that they hold one."""
    answers = tx.execute(select(func.count()).select_from(answer)).scalar_one()
    return answers, tx.execute(select(func.count()).where(standing.c.answered == 1)).scalar_one()


async def test_two_hundred_answers_at_once_are_stored_once_each(building: Building) -> None:
    room = await building.room()
    await room.types("dana", "/classroom setup at=9 zone=Europe/Berlin days=daily")
    await room.types("dana", "/classroom week topic=fine-tuning from=2026-11-30")  # one right choice each
    await room.at("2026-11-30")

    first = asyncio.gather(*(room.press(person, "A") for person in EVERYBODY))
    again = asyncio.gather(*(room.press(person, "B") for person in EVERYBODY))
    said = [*await first, *await again]

    assert await room.read(stored) == (200, 200)
    assert sum(text.startswith(("Correct", "Not correct")) for text in said) == 200
    assert sum(text.startswith("Already answered") for text in said) == 200
    await room.counts()
    assert "200 answered" in room.card(1)


async def test_two_hundred_members_of_a_server_are_all_answered(discord_building: DiscordBuilding) -> None:
    room = await discord_building.room()
    room.world.replies.patience = 30  # how fast it is, the benchmarks say
    await room.types("dana", "/classroom setup at=9 zone=Europe/Berlin days=daily")
    await room.types("dana", "/classroom week topic=fine-tuning from=2026-11-30")  # one right choice each
    await room.at("2026-11-30")
    members = [await room.world.places.member(room.guild, person.name) for person in EVERYBODY]

    pressed = asyncio.gather(*(room.press(member, "A") for member in members))
    again = asyncio.gather(*(room.press(member, "B") for member in members))
    done = [*await pressed, *await again]
    await room.settle()

    said = [as_read(each.text) for each in done]
    assert room.world.errors_seen == []
    assert await room.read(stored) == (200, 200)
    assert sum(text.startswith(("Correct", "Not correct")) for text in said) == 200
    assert sum(text.startswith("Already answered") for text in said) == 200
    await room.counts()
    assert "200 answered" in room.card(1)
