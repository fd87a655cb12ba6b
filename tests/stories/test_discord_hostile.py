"""What a member with a tampered client could send: nothing is stored that should not be, and every answer is sane."""

from typing import Any

import pytest
from sqlalchemy import Connection, func, select

from bot.store.tables import answer, classroom
from tests.fakes.discord.controls import Kind
from tests.fakes.discord.interaction import InteractionKind
from tests.fakes.discord.state import Json, User
from tests.stories.discord_room import DiscordBuilding, DiscordRoom, as_read

MONDAY = "2026-11-30"


@pytest.fixture
async def room(discord_building: DiscordBuilding) -> DiscordRoom:
    """A room whose first question has come."""
    opened = await discord_building.room()
    await opened.types("dana", "/classroom setup at=9 zone=berlin days=daily")
    await opened.types("dana", "/classroom week topic=fine-tuning from=2026-11-30")  # one right choice each
    await opened.at(MONDAY)
    return opened


def counted(tx: Connection) -> tuple[int, int]:
    answers = tx.execute(select(func.count()).select_from(answer)).scalar_one()
    return answers, tx.execute(select(func.count()).select_from(classroom)).scalar_one()


async def send(room: DiscordRoom, who: User, data: Json) -> str:
    """Discord passes on what a client made up; the component stands in the message, as it must."""
    message = room.message(1)
    row = next(each for each in message.components[0]["components"] if each["type"] == Kind.ROW)
    row["components"][0]["custom_id"] = data["custom_id"]
    row["components"][0]["type"] = data.get("component_type", int(Kind.BUTTON))
    kind = InteractionKind.COMPONENT
    return await room.heard(await room.world.people._act(kind, who, room.channel, data, source=message))


@pytest.mark.parametrize(
    "custom_id",
    ["a1:999999999999:A", "a1:999999999999999999:A", "a1:1:J", "a1:0:A", "a1:000000000001:B"],
    ids=["no such question", "a huge number", "no such letter", "nought", "leading noughts"],
)
async def test_a_made_up_button_gets_a_sane_answer(room: DiscordRoom, custom_id: str) -> None:
    said = await send(room, room.person("ada"), {"custom_id": custom_id, "component_type": 2})

    assert said
    assert "Something went wrong" not in said


@pytest.mark.parametrize(
    "values",
    [[], ["A"] * 500, ["Z", "é", "<@1>"], ["A", "A"], [""]],
    ids=["none", "five hundred", "no letters", "one twice", "empty"],
)
async def test_a_made_up_choice_stores_nothing(room: DiscordRoom, values: list[str]) -> None:
    data: dict[str, Any] = {"custom_id": "s1:1", "component_type": 3, "values": values}

    said = await send(room, room.person("ada"), data)

    assert said
    assert "Something went wrong" not in said
    assert await room.read(counted) == (0, 1)


@pytest.mark.parametrize(
    "command",
    ["/classroom remove confirm=yes", "/classroom void number=1", "/classroom staff", "/classroom resume all=yes"],
)
async def test_a_made_up_command_button_is_refused_to_members(room: DiscordRoom, command: str) -> None:
    said = await send(room, room.person("ada"), {"custom_id": f"c1:{command}", "component_type": 2})

    assert "is for staff" in said
    assert room.card(1).startswith("Question 1 · ")


@pytest.mark.parametrize("command", ["rm -rf /", '/tutor "', "/classroom", "\u202e", "/tutor top period=" + "x" * 70])
async def test_a_made_up_command_is_told_to_be_none(room: DiscordRoom, command: str) -> None:
    said = await send(room, room.person("ada"), {"custom_id": f"c1:{command}", "component_type": 2})

    assert said.startswith("That did not work")
    assert "Something went wrong" not in said


async def test_a_made_up_form_is_refused_to_members(room: DiscordRoom) -> None:
    rows = [{"type": 18, "component": {"type": 4, "custom_id": "confirm", "value": "yes"}}]
    data = {"custom_id": "f2::/classroom remove", "components": rows}

    ada = room.person("ada")
    before = await room.world.people.slash(ada, room.channel, "tutor help")
    done = await room.world.people._act(InteractionKind.FORM, ada, room.channel, data, trigger=before)
    said = await room.heard(done)

    assert "is for staff" in said
    assert await room.read(counted) == (0, 1)


async def test_a_button_of_another_server_answers_nothing_there(room: DiscordRoom) -> None:
    other = await room.world.places.guild("Another club")
    channel = await room.world.places.channel(other, "daily")
    eve = await room.world.places.member(other, "eve")
    copied = room.message(1)

    done = await room.world.people._act(
        InteractionKind.COMPONENT,
        eve,
        channel,
        {"custom_id": "a1:1:A", "component_type": 2},
        source=copied,
    )
    said = await room.heard(done)

    assert not as_read(said).startswith(("Correct", "Not correct"))
    assert await room.read(counted) == (0, 1)
