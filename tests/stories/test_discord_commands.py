"""Commands as people use them on Discord: offered, completed, asked for in a form, refused."""

import pytest

from bot.commands.catalogue import Catalogue
from tests.fakes.discord.picks import NotShown
from tests.fakes.discord.routes import Route
from tests.fakes.discord.state import Json
from tests.stories.discord_room import DiscordBuilding, DiscordRoom, as_read

MONDAY, TUESDAY = "2026-11-30", "2026-12-01"


@pytest.fixture
async def room(discord_building: DiscordBuilding) -> DiscordRoom:
    return await discord_building.room()


def let_everybody_see_staff_commands(room: DiscordRoom) -> None:
    """What an admin does under Integrations."""
    for command in room.world.state.commands:
        command["default_member_permissions"] = None


def named(choices: list[Json]) -> list[tuple[str, str]]:
    return [(each["name"], each["value"]) for each in choices]


async def typing(room: DiscordRoom, path: str, option: str, typed: str) -> list[tuple[str, str]]:
    return named(await room.world.people.autocomplete(room.person("dana"), room.channel, path, option, typed))


async def test_members_are_not_offered_what_is_for_staff(room: DiscordRoom) -> None:
    with pytest.raises(NotShown):
        await room.types("ada", "/classroom show")


async def test_whom_discord_lets_through_is_refused_unless_they_are_staff(room: DiscordRoom) -> None:
    await room.types("dana", "/classroom setup at=9")
    let_everybody_see_staff_commands(room)

    refused = await room.types("ada", "/classroom show")
    added = await room.world.people.slash(
        room.person("dana"), room.channel, "classroom staff", {"add": room.person("ada")}
    )
    told = await room.heard(added)
    said = await room.types("ada", "/classroom show")

    assert "is for staff: those who may manage this server" in refused
    assert f"Added: <@{room.person('ada').id}>" in as_read(added.text)
    assert "Integrations" in told
    assert said.startswith("Classroom\n")


async def test_a_bare_setup_opens_a_form_that_makes_the_classroom(room: DiscordRoom) -> None:
    form = await room.types("dana", "/classroom setup")

    sent = await room.world.people.submit(room.person("dana"), {"at": "09:30", "zone": "berlin", "days": "daily"})
    said = await room.heard(sent)
    await room.at(MONDAY, "09:30")

    assert form.startswith("Set up a classroom\n")
    assert said.startswith("The classroom is set up")
    assert room.card(1).startswith("Question 1 · ")


async def test_a_form_that_is_filled_in_wrongly_changes_nothing_and_opens_again(room: DiscordRoom) -> None:
    dana = room.person("dana")
    await room.types("dana", "/classroom setup")
    sent = await room.world.people.submit(dana, {"at": "25:00", "zone": "Europe/Berlin"})
    said = await room.heard(sent)

    await room.world.people.click(dana, sent.replies[0], "Open the form again")

    assert "25:00" in said
    assert "You had filled in: at=25:00 zone=Europe/Berlin" in said
    assert (room.world.seen.modal(dana) or "").startswith("Set up a classroom")


async def test_what_others_changed_while_a_form_was_open_is_not_taken_back(room: DiscordRoom) -> None:
    await room.types("dana", "/classroom setup at=9 zone=berlin days=daily")
    await room.types("dana", "/classroom setup")
    await room.types("dana", "/classroom setup at=10:15 days=weekdays")

    await room.fills("dana", zone="Asia/Tokyo")

    assert "10:15 Asia/Tokyo, Monday to Friday" in await room.types("dana", "/classroom show")


async def test_an_unchanged_form_changes_nothing(room: DiscordRoom) -> None:
    await room.types("dana", "/classroom setup at=9 zone=berlin days=daily")
    await room.types("dana", "/classroom setup")
    await room.types("dana", "/classroom setup at=10:15 close=18:00")

    said = await room.fills("dana")

    assert said.startswith("Nothing had to change")
    assert "10:15" in await room.types("dana", "/classroom show")


async def test_a_form_outlives_a_restart(discord_building: DiscordBuilding, room: DiscordRoom) -> None:
    await room.types("dana", "/classroom setup")

    again = await discord_building.room()
    sent = await again.world.people.submit(again.person("dana"), {"at": "09:30", "zone": "berlin"})

    assert (await again.heard(sent)).startswith("The classroom is set up")


async def test_a_group_is_mentioned_once_when_a_question_opens(room: DiscordRoom) -> None:
    role = await room.world.places.role(room.guild, "Study group")
    (offer,) = await typing(room, "classroom setup", "ping", "stud")
    await room.types("dana", f"/classroom setup at=9 zone=berlin days=daily ping={role.id}")

    await room.at(MONDAY)
    await room.clicks("ada", await room.right())
    await room.counts()
    await room.at(TUESDAY)

    assert offer == ("@Study group", str(role.id))
    assert room.world.seen.pings() == ["@Study group", "@Study group"]


@pytest.mark.parametrize(
    ("path", "option", "typed", "offered"),
    [
        ("classroom setup", "pack", "", ("ncp-genl", "ncp-genl")),
        ("classroom setup", "zone", "berl", ("Europe/Berlin", "Europe/Berlin")),
        ("classroom setup", "days", "", ("weekdays", "weekdays")),
        ("classroom setup", "days", "tue,w", ("tue, Wednesday", "tue,wed")),
        ("classroom setup", "ping", "", ("nobody", "none")),
        ("classroom week", "topic", "eval", ("Evaluation", "evaluation")),
        ("classroom week", "topic", "evaluation, fine", ("evaluation, Fine-tuning", "evaluation,fine-tuning")),
        ("classroom ask", "topic", "", ("Fine-tuning", "fine-tuning")),
    ],
    ids=["pack", "zone", "rhythm", "further day", "nobody", "topic", "further topic", "any topic"],
)
async def test_what_is_being_typed_is_completed(
    room: DiscordRoom, path: str, option: str, typed: str, offered: tuple[str, str]
) -> None:
    await room.types("dana", "/classroom setup at=9")

    assert (await typing(room, path, option, typed))[0] == offered


async def test_nothing_is_completed_where_there_is_no_classroom(room: DiscordRoom) -> None:
    assert await typing(room, "classroom week", "topic", "") == []


async def test_a_classroom_moves_to_the_chosen_channel(room: DiscordRoom) -> None:
    there = await room.world.places.channel(room.guild, "lounge")
    await room.types("dana", "/classroom setup at=9 zone=berlin days=daily")

    done = await room.world.people.slash(room.person("dana"), room.channel, "classroom move", {"channel": there})
    await room.heard(done)
    await room.at(MONDAY)

    assert len(room.world.seen.messages(there)) == 1


async def test_a_command_in_the_thread_of_a_question_is_about_its_channel(room: DiscordRoom) -> None:
    await room.types("dana", "/classroom setup at=9 zone=berlin days=daily")
    await room.at(MONDAY)
    await room.clicks("ada", await room.right())
    await room.at(TUESDAY)
    thread = room.message(1).thread
    assert thread is not None

    done = await room.world.people.slash(room.person("ada"), thread, "tutor me")

    assert "1" in await room.heard(done)
    assert "no classroom" not in done.text


async def test_a_long_answer_comes_in_several_private_messages(room: DiscordRoom) -> None:
    await room.types("dana", "/classroom setup at=9 zone=berlin days=daily")

    done = await room.world.people.slash(room.person("dana"), room.channel, "classroom preview", {"days": 60})
    await room.heard(done)

    assert len(done.replies) > 1
    assert all(each.only_for is room.person("dana") for each in done.replies)


async def test_removing_asks_back_with_a_button(room: DiscordRoom) -> None:
    await room.types("dana", "/classroom setup at=9")
    done = await room.world.people.slash(room.person("dana"), room.channel, "classroom remove")
    await room.heard(done)

    pressed = await room.world.people.click(room.person("dana"), done.replies[0], "Remove the classroom")

    assert (await room.heard(pressed)).startswith("The classroom is removed")


async def test_a_command_that_discord_has_from_before_an_update_is_answered(room: DiscordRoom) -> None:
    room.world.state.commands[0]["options"].append({"type": 1, "name": "bygone", "description": "It was"})

    done = await room.world.people.slash(room.person("ada"), room.channel, "tutor bygone")

    assert "This command has changed. Reload Discord" in await room.heard(done)


async def test_every_command_is_offered_to_whoever_manages_the_server(room: DiscordRoom) -> None:
    (put,) = [call for call in room.world.calls if call.route is Route.PUT_COMMANDS]

    told = {f"/{root['name']} {each['name']}" for root in put.body for each in root["options"]}

    assert told == {f"/{each.root} {each.name}" for each in Catalogue().commands}


async def test_staff_are_told_at_once_what_the_bot_may_not_do_in_the_channel(room: DiscordRoom) -> None:
    await room.world.changes.forbid(room.channel, "send_messages", "read_message_history")

    said = await room.types("dana", "/classroom setup at=9 zone=berlin")

    assert said.startswith("The classroom is set up")
    assert said.endswith("In this channel I lack permissions: Send Messages, Read Message History.")
