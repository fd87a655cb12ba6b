"""What the doctor finds at a Discord on loopback."""

from sqlalchemy import Connection

from bot.commands.catalogue import Catalogue
from bot.core.classroom import Classroom
from bot.platforms.discord.doctor import Doctor
from bot.platforms.discord.sync import sync_commands
from bot.store import packs
from bot.tutor.setup import Wish, set_up
from tests.builders import EIGHT, a_pack, an_admin
from tests.fakes.discord.routes import Route
from tests.platforms.discord.conftest import Line


def a_classroom_there(tx: Connection, line: Line) -> Classroom:
    packs.save_pack(tx, a_pack(), now=EIGHT)
    return set_up(tx, an_admin(), line.address, Wish(), seed="seed", now=EIGHT).classroom


async def of_channel(tx: Connection, line: Line) -> str:
    """What is found of its channel, without its name."""
    classroom = a_classroom_there(tx, line)
    (found,) = await Doctor(line.client).channels(str(line.guild.id), [classroom])
    return f"{found.level}: {found.told} {found.remedy}".strip()


async def test_a_good_token_has_its_bot_its_commands_and_the_time(line: Line) -> None:
    await sync_commands(line.client, Catalogue(), None)

    told = [str(each) for each in await Doctor(line.client).account()]

    assert told == [
        f"ok       discord: the token is good for bot trapwise ({line.world.state.application_id})",
        "ok       discord: the commands are known",
        "ok       discord: the clock agrees with ours to 0 s",
    ]


async def test_commands_that_discord_does_not_know_are_a_warning(line: Line) -> None:
    told = [str(each) for each in await Doctor(line.client).account()]

    assert told[1].startswith("warning  discord: it does not know the commands on every server. Run trapwise sync-")


async def test_a_bot_with_all_rights_in_the_channel_is_well(tx: Connection, line: Line) -> None:
    assert await of_channel(tx, line) == "ok: the bot may do in its channel what it needs"


async def test_rights_that_are_lacking_are_a_fault_that_names_them(tx: Connection, line: Line) -> None:
    await line.world.changes.forbid(line.room, "send_messages_in_threads", "read_message_history")

    told = await of_channel(tx, line)

    assert told.startswith("fault: the bot lacks Send Messages in Threads, Read Message History. Give them to it in ")


async def test_a_channel_that_is_gone_is_a_fault(tx: Connection, line: Line) -> None:
    await line.world.changes.delete(line.room)

    assert (await of_channel(tx, line)).startswith("fault: ")


async def test_a_server_without_the_bot_is_a_fault(tx: Connection, line: Line) -> None:
    await line.world.changes.remove_bot(line.guild)

    assert (await of_channel(tx, line)).startswith("fault: its server cannot be seen: ")


async def test_a_discord_that_is_not_well_is_a_warning(tx: Connection, line: Line) -> None:
    line.world.faults.fail(Route.GUILD, status=501)

    assert (await of_channel(tx, line)).startswith("warning: its channel could not be looked into (")
