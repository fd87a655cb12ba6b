"""A chat room of one's own for every story."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fakes.slack.world import SlackWorld
from tests.stories.chat_room import Building
from tests.stories.discord_room import DiscordBuilding, a_discord_building
from tests.stories.slack_room import SlackBuilding
from tests.stories.slack_town import Town, a_town


@pytest.fixture
async def building(blank: Path, tmp_path: Path) -> AsyncIterator[Building]:
    file = tmp_path / "story.db"
    shutil.copy(blank, file)
    opened = Building(file, "2026-11-30T08:00")
    yield opened
    await opened.close()


@pytest.fixture
async def slack_building(blank: Path, tmp_path: Path) -> AsyncIterator[SlackBuilding]:
    file = tmp_path / "story.db"
    shutil.copy(blank, file)
    async with SlackWorld() as world:
        opened = SlackBuilding(file, world, "2026-11-30T08:00")
        yield opened
        await opened.close()


@pytest.fixture
async def town(blank: Path, tmp_path: Path) -> AsyncIterator[Town]:
    async with a_town(blank, tmp_path) as opened:
        yield opened


@pytest.fixture
async def discord_building(blank: Path, tmp_path: Path) -> AsyncIterator[DiscordBuilding]:
    file = tmp_path / "story.db"
    shutil.copy(blank, file)
    async with a_discord_building(file, "2026-11-30T08:00") as opened:
        yield opened
