"""The life of servers and channels on Discord: the bot comes and goes, and loses what it may do."""

import pytest

from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.routes import Route
from tests.fakes.discord.words import words
from tests.stories.discord_room import DiscordBuilding, DiscordRoom, as_read

MONDAY, TUESDAY, WEDNESDAY = "2026-11-30", "2026-12-01", "2026-12-02"


@pytest.fixture
async def room(discord_building: DiscordBuilding) -> DiscordRoom:
    """A room whose first question has come."""
    opened = await discord_building.room()
    await opened.types("dana", "/classroom setup at=9 zone=berlin days=daily")
    await opened.types("dana", "/classroom week topic=fine-tuning from=2026-11-30")  # one right choice each
    await opened.at(MONDAY)
    return opened


def told(room: DiscordRoom, name: str = "dana") -> str:
    return "\n".join(as_read(text) for text in room.world.seen.direct(room.person(name)))


def posts(room: DiscordRoom) -> list[str]:
    return [as_read(text) for text in room.world.seen.transcript(room.channel)]


async def test_a_lost_permission_is_told_once_and_tried_until_it_is_back(room: DiscordRoom) -> None:
    await room.world.changes.forbid(room.channel, "send_messages")
    await room.at(TUESDAY)
    await room.later(seconds=3)
    await room.later(seconds=5)
    assert "A message could not be sent: I lack a permission in the channel. I need View Channel" in told(room)
    assert told(room).count("I lack a permission") == 1

    await room.world.changes.permit(room.channel, "send_messages")
    await room.later(seconds=10)

    assert posts(room)[-1].startswith("Question 2 · ")


async def test_lost_access_pauses_and_one_command_goes_on(room: DiscordRoom) -> None:
    await room.world.changes.forbid(room.channel, "view_channel")
    await room.at(TUESDAY)
    await room.later(seconds=2)
    assert "The classroom is paused: I cannot see the channel any more" in told(room)

    await room.world.changes.permit(room.channel, "view_channel")
    said = await room.types("dana", "/classroom resume")
    await room.at(WEDNESDAY)

    assert said.startswith("The classroom goes on")
    assert len(room.keys()) == len(set(room.keys()))
    assert "Question 3 · " in posts(room)[-1]


async def test_a_deleted_channel_pauses_its_own_classroom_alone(room: DiscordRoom) -> None:
    lost = await room.world.places.channel(room.guild, "short-lived")
    there = room.beside(lost)
    await there.types("dana", "/classroom setup at=9 zone=berlin days=daily")

    await room.world.changes.delete(lost)
    await room.until(lambda: "is paused: its channel was deleted" in told(room))
    await room.at(TUESDAY)

    assert told(room).count("is paused: its channel was deleted") == 1
    assert "trapwise classroom move --classroom 2 channel=ID" in told(room)
    assert posts(room)[-1].startswith("Question 2 · ")


async def test_a_server_that_throws_the_bot_out_pauses_and_its_admin_hears_of_it_later(room: DiscordRoom) -> None:
    await room.world.changes.remove_bot(room.guild)
    await room.until_paused()
    await room.at(TUESDAY)
    assert len(posts(room)) == 1

    await room.world.changes.invite_bot(room.guild)
    said = await room.types("dana", "/classroom resume all=yes")
    await room.at(WEDNESDAY)

    assert "The classroom is paused: I was removed from this workspace" in said
    assert posts(room)[-1].startswith("Question 2 · ")


async def test_an_outage_of_a_server_is_no_farewell(room: DiscordRoom) -> None:
    await room.world.changes.outage(room.guild)
    await room.at(TUESDAY)
    await room.world.changes.recover(room.guild)

    await room.later(minutes=1)

    assert posts(room)[-1].startswith("Question 2 · ")


async def test_closed_direct_messages_stop_nothing_and_the_word_stands_in_the_next_answer(room: DiscordRoom) -> None:
    room.person("dana").dms_open = False
    await room.world.changes.forbid(room.channel, "send_messages")
    await room.at(TUESDAY)
    await room.later(seconds=3)

    said = await room.types("dana", "/classroom show")

    assert said.startswith("A message could not be sent: I lack a permission in the channel")


async def test_a_reveal_stands_below_the_question_where_there_can_be_no_thread(room: DiscordRoom) -> None:
    await room.world.changes.forbid(room.channel, "create_public_threads")

    await room.at(TUESDAY)

    assert room.message(1).thread is None
    reveal = next(each for each in room.world.seen.messages(room.channel) if "Answer to question 1" in words(each))
    assert (reveal.reference or {})["message_id"] == str(room.message(1).id)
    assert room.world.seen.pings() == []


async def test_a_reveal_finds_the_thread_that_somebody_began(room: DiscordRoom) -> None:
    room.begin_thread(1)

    await room.at(TUESDAY)

    assert "Answer to question 1" in room.reveal(1)


async def test_a_reveal_stands_below_the_question_when_its_thread_is_locked(room: DiscordRoom) -> None:
    await room.world.changes.archive(room.begin_thread(1), locked=True)

    await room.at(TUESDAY)

    assert any(text.startswith("Answer to question 1") for text in posts(room))


async def test_a_reveal_whose_answer_was_lost_is_there_once(room: DiscordRoom) -> None:
    room.world.faults.lose_answer(Route.START_THREAD)
    await room.at(TUESDAY)
    await room.later(seconds=6)
    thread = room.message(1).thread
    assert thread is not None
    first = room.world.seen.transcript(thread)

    await room.later(seconds=6)

    assert [text.startswith("### Answer to question 1") for text in first] == [True]
    assert room.world.seen.transcript(thread) == first


async def test_a_question_that_was_deleted_is_not_revealed_nor_edited_for_ever(room: DiscordRoom) -> None:
    room.world.changes.delete_message(room.message(1))

    await room.at(TUESDAY)
    await room.later(minutes=10)
    before = len(room.world.calls)
    await room.later(minutes=10)

    assert len(room.world.calls) == before
    assert posts(room)[0].startswith("Question 2 · ")


async def test_an_edit_that_discord_puts_off_comes_later(room: DiscordRoom) -> None:
    await room.clicks("ada", await room.right())
    room.world.faults.refuse(Route.EDIT, refusal=Refusal.MISSING_PERMISSIONS)
    await room.counts()

    await room.at(TUESDAY)

    assert "1 answered, 1 correct" in room.card(1)
    assert room.asked(Route.EDIT) >= 2
