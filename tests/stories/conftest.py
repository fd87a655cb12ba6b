"""A chat room of one's own for every story."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.slack.world import SlackWorld
from tests.stories.chat_room import Building
from tests.stories.discord_room import DiscordBuilding, a_discord_building
from tests.stories.slack_room import SlackBuilding
from tests.stories.slack_town import Town, a_town


@pytest.fixture
async def building(database_url: str) -> AsyncIterator[Building]:
    opened = Building(database_url, "2026-11-30T08:00")
    yield opened
    await opened.close()


@pytest.fixture
async def slack_building(database_url: str) -> AsyncIterator[SlackBuilding]:
    async with SlackWorld() as world:
        opened = SlackBuilding(database_url, world, "2026-11-30T08:00")
        yield opened
        await opened.close()


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with a_town(database_url) as opened:
        yield opened


@pytest.fixture
async def discord_building(database_url: str) -> AsyncIterator[DiscordBuilding]:
    async with a_discord_building(database_url, "2026-11-30T08:00") as opened:
        yield opened
