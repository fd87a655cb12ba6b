"""The life of workspaces in Slack: install, uninstall, install again, two at once, and who may do what."""

from dataclasses import replace

from cryptography.fernet import Fernet
from sqlalchemy import Connection, select

from bot.store import installations
from bot.store.slack_tables import slack_installation
from tests.stories.slack_town import NEW_KEY, OLD_KEY, Town, somebody

MONDAY = "2026-11-30"


async def test_from_install_to_the_first_answer(town: Town) -> None:
    team = town.team("acme")
    room = await town.open(team)

    page = await town.install(somebody(team, "Dana"))
    assert "Thank you" in page
    assert "type /invite @Trapwise" in "\n".join(team.direct(somebody(team, "Dana")).transcript())
    told = await room.types("dana", "/classroom setup at=9")
    assert told.startswith("The classroom is set up")
    await room.at(MONDAY)

    assert (await room.clicks("ada", await room.right())).startswith("Correct\n")


async def test_tokens_are_encrypted_and_old_keys_still_open_them(town: Town) -> None:
    team = town.team("acme")
    room = await town.open(team)
    await town.install(somebody(team, "Dana"))
    (before,) = await room.read(lambda tx: tx.execute(select(slack_installation.c.token)).scalars().all())
    assert team.token not in before
    assert Fernet(OLD_KEY).decrypt(before).decode() == team.token

    town.keys = f"{NEW_KEY},{OLD_KEY}"
    room = await town.open(team)

    (after,) = await room.read(lambda tx: tx.execute(select(slack_installation.c.token)).scalars().all())
    assert Fernet(NEW_KEY).decrypt(after).decode() == team.token
    assert (await room.types("dana", "/classroom setup at=9")).startswith("The classroom is set up")


async def test_an_uninstalled_workspace_stops_and_the_other_goes_on(town: Town) -> None:
    acme, bolt = town.team("acme"), town.team("bolt")
    here = await town.open(acme)
    there = here.beside(bolt)
    for room, team in ((here, acme), (there, bolt)):
        await town.install(somebody(team, "Dana"))
        await room.types("dana", "/classroom setup at=9 days=daily")

    await town.world.admin.uninstall(acme)
    await here.at(MONDAY)

    assert here.keys() == []
    assert there.keys() == ["open:1"]
    assert (await there.clicks("ada", await there.right())).startswith("Correct\n")


async def test_a_button_of_another_workspace_stores_nothing(town: Town) -> None:
    acme, bolt = town.team("acme"), town.team("bolt")
    here = await town.open(acme)
    there = here.beside(bolt)
    for room, team in ((here, acme), (there, bolt)):
        await town.install(somebody(team, "Dana"))
        await room.types("dana", "/classroom setup at=9 days=daily")
    await here.at(MONDAY)
    stolen = replace(here.message(1), channel=there.channel.id)

    said = await there.press(somebody(bolt, "Ada"), await here.right(), stolen)

    assert said.startswith("Unknown question\n")
    assert "Nothing is stored" in said


async def test_after_a_new_install_one_command_goes_on_and_streaks_are_there(town: Town) -> None:
    team = town.team("acme")
    room = await town.open(team)
    await town.install(somebody(team, "Dana"))
    await room.types("dana", "/classroom setup at=9 days=daily")
    await room.at(MONDAY)
    await room.clicks("ada", await room.right())
    await town.world.admin.uninstall(team)
    await room.at("2026-12-03")

    await town.install(somebody(team, "Dana"))
    told = await room.types("dana", "/classroom resume all=yes")
    assert "I was removed from this workspace" in told
    assert "These classrooms go on: 1" in told
    await room.at("2026-12-04")

    assert "Streak: 1 in a row" in await room.types("ada", "/tutor me")
    assert len(room.keys()) == len(set(room.keys()))
    assert (await room.clicks("ada", await room.right())).startswith("Correct\n")


async def test_news_of_an_uninstall_that_come_after_a_new_install_do_nothing(town: Town) -> None:
    team = town.team("acme")
    room = await town.open(team)
    await town.install(somebody(team, "Dana"))
    acks = await town.world.admin.uninstall(team)
    await town.install(somebody(team, "Dana"))
    await room.types("dana", "/classroom setup at=9 days=daily")

    await town.world.admin.redeliver(acks[0])
    await room.at(MONDAY)

    assert room.keys() == ["open:1"]


async def test_who_installed_the_app_is_staff_and_others_are_told_the_ways(town: Town) -> None:
    team = town.team("acme")
    room = await town.open(team)
    await town.install(somebody(team, "Dana"))

    told = await room.types("ada", "/classroom setup at=9")

    assert "/classroom setup is for staff: admins and owners of the workspace, whoever installed the app" in told
    assert "/classroom staff add=… or, on the server, by trapwise classroom staff --classroom ID" in told
    assert (await room.types("dana", "/classroom setup at=9")).startswith("The classroom is set up")
    ada = somebody(team, "Ada").id
    assert (await room.types("dana", "/classroom staff add=@ada")).startswith("Staff\n")
    assert (await room.types("ada", "/classroom pause")).startswith("The classroom is paused")
    assert ada not in told


async def test_who_installs_it_again_becomes_no_staff_and_the_first_stays(town: Town) -> None:
    team = town.team("acme")
    room = await town.open(team)
    await town.install(somebody(team, "Dana"))
    await room.types("dana", "/classroom setup at=9")

    await town.install(somebody(team, "Ada"))

    assert "/classroom pause is for staff" in await room.types("ada", "/classroom pause")
    assert (await room.types("dana", "/classroom pause")).startswith("The classroom is paused")


async def test_a_token_that_no_key_opens_is_its_own_workspaces_trouble(town: Town) -> None:
    acme, bolt = town.team("acme"), town.team("bolt")
    here = await town.open(acme)
    await town.install(somebody(acme, "Dana"))
    await here.types("dana", "/classroom setup at=9 days=daily")
    town.keys = NEW_KEY
    here = await town.open(acme)
    there = here.beside(bolt)
    await town.install(somebody(bolt, "Dana"))
    await there.types("dana", "/classroom setup at=9 days=daily")

    await here.at(MONDAY)

    assert (here.keys(), there.keys()) == ([], ["open:1"])
    await town.install(somebody(acme, "Dana"))
    assert "I was removed from this workspace" in await here.types("dana", "/classroom resume")


async def test_a_process_with_an_older_key_leaves_the_work_to_the_others(town: Town) -> None:
    team = town.team("acme")
    room = await town.open(team)
    await town.install(somebody(team, "Dana"))
    await room.types("dana", "/classroom setup at=9 days=daily")
    await room.school.desk.write(_sealed_by, NEW_KEY, team.token)

    await room.at(MONDAY)

    assert room.keys() == []
    (row,) = await room.read(installations.all_installations)
    assert row.ended_at is None


async def test_a_workspace_that_never_installed_it_gets_a_word_and_no_answer(town: Town) -> None:
    acme, stranger = town.team("acme"), town.team("stranger")
    room = await town.open(acme)
    await town.install(somebody(acme, "Dana"))

    ack = await somebody(stranger, "Ada").command("/tutor", "me", next(iter(stranger.channels.values())))

    assert ack.ok
    assert room.world.errors_seen == []


def _sealed_by(tx: Connection, key: str, token: str) -> None:
    """Encrypt a token as a newer process would."""
    (row,) = installations.all_installations(tx)
    installations.set_token(tx, row.workspace, Fernet(key).encrypt(token.encode()).decode())
