"""A bot's calls against a Slack on loopback."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.core.address import ChannelAddress
from bot.core.question import Picture as PictureFile
from bot.desk import Desk
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.outbound import SlackChat
from bot.platforms.slack.pictures import Pictures
from bot.platforms.slack.workspaces import Bot, OneBot, workspace_key
from bot.store import packs
from bot.store.database import Database
from bot.tutor.setup import Wish, set_up
from tests.builders import EIGHT, NINE, a_pack, an_admin
from tests.fakes.slack.workspace import Channel, Workspace
from tests.fakes.slack.world import SlackWorld
from tests.stories.slack_town import Town, a_town


@dataclass
class Line:
    """A line to Slack, and what is at its other end."""

    world: SlackWorld
    team: Workspace
    room: Channel
    calls: Calls
    chat: SlackChat
    folder: Path
    database: Database
    now: datetime = NINE

    @property
    def address(self) -> ChannelAddress:
        return ChannelAddress(workspace=workspace_key(None, self.team.id), channel=self.room.id)


@pytest.fixture
async def line(database: Database, tmp_path: Path) -> AsyncIterator[Line]:
    desk = Desk(database)
    desk.start()
    async with SlackWorld() as world, aiohttp.ClientSession() as session:
        team = world.workspace("acme")
        room = team.channel("daily")
        bot = Bot(workspace=workspace_key(None, team.id), token=team.token, id=team.bot_id, user=team.bot.id)
        client = AsyncWebClient(session=session, retry_handlers=[], base_url=world.base_url)
        calls = Calls(client, OneBot(bot, desk, lambda: NINE))
        opened = Line(world=world, team=team, room=room, calls=calls, chat=None, folder=tmp_path, database=database)  # type: ignore[arg-type]
        opened.chat = SlackChat(calls, Pictures(desk, calls, session, lambda: opened.now, _in(tmp_path)))
        yield opened
    await desk.stop()


@pytest.fixture
def classroom_here(line: Line) -> Line:
    """The same, with a classroom in its channel."""
    with line.database.writer.begin() as tx:
        packs.save_pack(tx, a_pack(), now=EIGHT)
        set_up(tx, an_admin(), line.address, Wish(), seed="seed", now=EIGHT)
    return line


@pytest.fixture
async def town(database_url: str) -> AsyncIterator[Town]:
    async with a_town(database_url) as opened:
        yield opened


def _in(folder: Path) -> Callable[[PictureFile], Path]:
    return lambda picture: folder / picture.file
