"""What the loopback Discord does with messages, threads and channels when the real discord.py asks."""

import io
from collections.abc import AsyncIterator

import discord
import pytest
from discord import ui

from tests.fakes.discord.routes import Route
from tests.fakes.discord_club import Club, a_club


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    async with a_club() as opened:
        yield opened


@pytest.mark.parametrize(
    ("forbidden", "code"),
    [("send_messages", 50013), ("view_channel", 50001)],
    ids=["may not write", "does not see"],
)
async def test_the_bot_writes_only_where_it_may(club: Club, forbidden: str, code: int) -> None:
    await club.world.changes.forbid(club.channel, forbidden)

    with pytest.raises(discord.Forbidden) as refused:
        await club.room.send("Hello")
    assert refused.value.code == code


async def test_a_permission_that_is_given_back_is_enough(club: Club) -> None:
    await club.world.changes.forbid(club.channel, "send_messages")
    await club.world.changes.permit(club.channel, "send_messages")

    await club.room.send("Hello")

    assert club.world.seen.transcript(club.channel)[1:] == ["Hello"]


async def test_a_deleted_channel_is_unknown(club: Club) -> None:
    await club.world.changes.delete(club.channel)

    with pytest.raises(discord.NotFound) as refused:
        await club.room.send("Hello")
    assert refused.value.code == 10003


async def test_a_deleted_message_is_unknown(club: Club) -> None:
    club.world.changes.delete_message(club.card)

    with pytest.raises(discord.NotFound) as refused:
        await club.room.get_partial_message(club.card.id).edit(content="x")
    assert refused.value.code == 10008


async def test_the_words_of_others_are_not_the_bots_to_change(club: Club) -> None:
    said = club.world.people.say(club.ada, club.channel, "Hello")

    with pytest.raises(discord.Forbidden) as refused:
        await club.room.get_partial_message(said.id).edit(content="x")
    assert refused.value.code == 50005


async def test_a_wrong_body_is_refused_with_its_path(club: Club) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await club.room.send("x" * 2001)

    assert refused.value.code == 50035
    assert "In content: Must be 2000 or fewer in length." in refused.value.text


async def test_history_is_read_newest_first_and_by_pages(club: Club) -> None:
    for number in range(5):
        club.world.people.say(club.ada, club.channel, str(number))
    middle = discord.Object(club.world.seen.messages(club.channel)[3].id)

    newest = [message.content async for message in club.room.history(limit=2)]
    older = [message.content async for message in club.room.history(limit=2, before=middle)]
    newer = [message.content async for message in club.room.history(limit=2, after=middle)]
    around = [message.content async for message in club.room.history(limit=3, around=middle)]

    assert (newest, older, newer) == (["4", "3"], ["1", "0"], ["3", "4"])
    assert sorted(around) == ["1", "2", "3"]


async def test_without_the_history_there_is_nothing_to_read(club: Club) -> None:
    await club.world.changes.forbid(club.channel, "read_message_history")

    assert [message async for message in club.room.history()] == []


async def test_private_messages_are_in_no_history(club: Club) -> None:
    done = await club.world.people.click(club.ada, club.card, "A")

    assert [message.id async for message in club.room.history()] == [club.card.id]
    with pytest.raises(discord.NotFound):
        await club.room.fetch_message(done.replies[0].id)


async def test_a_reply_names_its_message(club: Club) -> None:
    reply = await club.room.send("Answer", reference=club.room.get_partial_message(club.card.id))

    fetched = await club.room.fetch_message(reply.id)
    assert fetched.reference is not None
    assert fetched.reference.message_id == club.card.id


async def test_nobody_replies_to_what_is_gone(club: Club) -> None:
    club.world.changes.delete_message(club.card)

    with pytest.raises(discord.HTTPException) as refused:
        await club.room.send("Answer", reference=club.room.get_partial_message(club.card.id))
    assert refused.value.code == 50035


async def test_a_thread_carries_the_id_of_its_message(club: Club) -> None:
    thread = await club.room.get_partial_message(club.card.id).create_thread(name="Answers")
    await thread.send("Because")

    assert thread.id == club.card.id
    assert club.world.seen.thread(club.card) == ["Because"]


async def test_a_second_thread_is_refused(club: Club) -> None:
    await club.room.get_partial_message(club.card.id).create_thread(name="Answers")

    with pytest.raises(discord.HTTPException) as refused:
        await club.room.get_partial_message(club.card.id).create_thread(name="Again")
    assert refused.value.code == 160004


async def test_a_message_in_an_archived_thread_opens_it_but_an_edit_does_not(club: Club) -> None:
    thread = await club.room.get_partial_message(club.card.id).create_thread(name="Answers")
    said = await thread.send("Because")
    assert club.card.thread is not None
    await club.world.changes.archive(club.card.thread)

    with pytest.raises(discord.HTTPException) as refused:
        await said.edit(content="Since")
    await thread.send("And")

    assert refused.value.code == 50083
    assert not club.card.thread.archived


async def test_a_locked_thread_stays_shut(club: Club) -> None:
    thread = await club.room.get_partial_message(club.card.id).create_thread(name="Answers")
    assert club.card.thread is not None
    await club.world.changes.archive(club.card.thread, locked=True)

    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("And")
    assert refused.value.code == 160005


async def test_a_direct_message_arrives(club: Club) -> None:
    direct = await club.bot.create_dm(discord.Object(club.ada.id))
    await direct.send("Hello")

    assert club.world.seen.direct(club.ada) == ["Hello"]


async def test_somebody_can_take_no_direct_messages(club: Club) -> None:
    club.ada.dms_open = False
    direct = await club.bot.create_dm(discord.Object(club.ada.id))

    with pytest.raises(discord.Forbidden) as refused:
        await direct.send("Hello")
    assert refused.value.code == 50007


async def test_a_picture_is_sent_shown_and_fetched(club: Club) -> None:
    view = ui.LayoutView()
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://bars.png", description="The split")))

    message = await club.room.send(view=view, file=discord.File(io.BytesIO(b"png"), "bars.png"))

    assert club.world.seen.transcript(club.channel)[1:] == ["[image The split]"]
    assert await message.attachments[0].read() == b"png"


async def test_an_edit_keeps_the_picture(club: Club) -> None:
    message = await club.room.send("One", file=discord.File(io.BytesIO(b"png"), "bars.png"))

    await message.edit(content="Two")

    assert club.world.seen.transcript(club.channel)[1:] == ["Two\n[file bars.png]"]


async def test_a_marker_in_the_outer_container_can_be_found_again(club: Club) -> None:
    view = ui.LayoutView()
    view.add_item(ui.Container(ui.TextDisplay("Closed"), id=123456789))
    await club.room.send(view=view)

    (newest,) = [message async for message in club.room.history(limit=1)]
    (container,) = newest.components
    assert isinstance(container, discord.Container)
    assert container.id == 123456789


async def test_a_message_is_deleted(club: Club) -> None:
    await club.room.get_partial_message(club.card.id).delete()

    assert club.world.seen.transcript(club.channel) == []


async def test_every_request_is_written_down(club: Club) -> None:
    await club.room.send("Hello")

    last = club.world.calls[-1]
    assert (last.route, last.status, last.channel, last.body["content"]) == (Route.SEND, 200, club.channel.id, "Hello")


async def test_a_guild_tells_of_its_people_and_channels(club: Club) -> None:
    guild = await club.bot.fetch_guild(club.guild.id)
    member = await guild.fetch_member(club.dana.id)

    assert member.guild_permissions.manage_guild
    assert [channel.name for channel in await guild.fetch_channels()] == ["general", "daily"]
    with pytest.raises(discord.NotFound) as refused:
        await club.bot.fetch_guild(1)
    assert refused.value.code == 10004


async def test_a_command_keeps_its_id_over_a_sync(club: Club) -> None:
    before = [command["id"] for command in club.world.state.commands]

    await club.bot.tree.sync()

    assert [command["id"] for command in club.world.state.commands] == before
