"""What is for staff is refused to members on every surface, whatever a tampered client sends."""

from pathlib import Path

import httpx

from bot.app.demo import demo
from bot.commands.catalogue import Catalogue
from bot.core.address import PersonKey
from bot.platforms.web.people import WORKSPACE
from bot.store.database import Database
from tests.databases import on_sqlite
from tests.fakes.slack.world import SlackWorld
from tests.hostile.evidence import SECRET, give_a_secret, what_is_staffs
from tests.hostile.surfaces import LINES, let_in, on_discord, on_slack, on_the_page, parted
from tests.platforms.web.content import a_content
from tests.platforms.web.visitor import Visitor
from tests.stories.discord_room import a_discord_building
from tests.stories.slack_room import SlackBuilding

MONDAY = "2026-11-30"


def test_no_command_for_staff_is_forgotten_here() -> None:
    commands = {f"/{each.root} {each.name}" for each in Catalogue().commands if each.staff_only}

    assert {parted(line)[0] for line in LINES} == commands


@on_sqlite
async def test_members_on_slack_are_refused_on_every_surface(database_url: str) -> None:
    async with SlackWorld() as world:
        building = SlackBuilding(database_url, world, f"{MONDAY}T08:00")
        building.team.channel("quiz-lounge")
        room = await building.room()
        await room.types("dana", "/classroom setup at=9 zone=berlin days=daily")
        await room.at(MONDAY)
        before = await room.read(what_is_staffs)

        entered = await let_in(on_slack(room))
        after = await room.read(what_is_staffs)
        await building.close()

    assert entered == []
    assert after == before


@on_sqlite
async def test_members_on_discord_are_refused_on_every_surface(database_url: str) -> None:
    async with a_discord_building(database_url, f"{MONDAY}T08:00") as building:
        room = await building.room()
        await room.world.places.channel(room.guild, "quiz-lounge")
        await room.types("dana", "/classroom setup at=9 zone=berlin days=daily")
        await room.types("dana", "/classroom week topic=fine-tuning from=2026-11-30")  # a button, not a menu
        await room.at(MONDAY)
        before = await room.read(what_is_staffs)

        entered = await let_in(on_discord(room))
        after = await room.read(what_is_staffs)

    assert entered == []
    assert after == before


@on_sqlite
async def test_members_on_the_page_are_refused_on_every_surface(database_url: str, tmp_path: Path) -> None:
    database = Database(database_url)
    async with (
        demo(database_url=database_url, content=a_content(tmp_path / "content"), port=0) as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False) as client,
    ):
        with database.reader.begin() as tx:
            before = what_is_staffs(tx)

        entered = await let_in(on_the_page(Visitor(client, "ada", "genl-daily")))
        with database.reader.begin() as tx:
            after = what_is_staffs(tx)
    database.close()

    assert entered == []
    assert after == before


@on_sqlite
async def test_the_secret_that_nobody_else_may_read_is_one_that_its_owner_reads(
    database_url: str, tmp_path: Path
) -> None:
    database = Database(database_url)
    async with (
        demo(database_url=database_url, content=a_content(tmp_path / "content"), port=0) as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False) as client,
    ):
        ben = Visitor(client, "ben", "genl-daily")
        asked = await ben.asked()
        await ben.answer(asked.posting, asked.right[0])
        with database.writer.begin() as tx:
            give_a_secret(tx, PersonKey(workspace=WORKSPACE, person="ben"))

        told = await ben.type("/tutor me")
    database.close()

    assert str(SECRET) in told
