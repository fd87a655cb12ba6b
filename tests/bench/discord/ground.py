"""The ground of a round: a classroom in its second day, and the clicks of its learners as the gateway tells them."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import discord

from bot.cards.question import open_card
from bot.core.address import Caller, ChannelAddress, PersonKey
from bot.core.classroom import Classroom
from bot.core.grading import Submission
from bot.core.posting import Posting
from bot.desk import Desk
from bot.platforms.discord.app import new_client
from bot.platforms.discord.people import workspace_key
from bot.platforms.discord.render import Renderer
from bot.store import packs, postings
from bot.store.database import Database
from bot.store.schema import upgrade
from bot.tutor import answering, opening
from bot.tutor.asking import counted_question
from bot.tutor.setup import Wish, set_up
from tests.builders import EIGHT, NINE, a_pack, an_admin
from tests.fakes.discord.message_form import ON_CREATE
from tests.fakes.discord.state import COMPONENTS_V2, Channel, Json
from tests.fakes.discord.world import DiscordWorld
from tests.fakes.discord.writing import Draft, write

CLICKS = 2000
YESTERDAY, TODAY = NINE, NINE + timedelta(days=1)
_FIRST_CLICK = discord.utils.time_snowflake(TODAY + timedelta(minutes=1))
_FIRST_LEARNER = 10**17


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A database in which today's question is open, a click on it by each learner of yesterday, and who hears them."""

    database: Database
    events: Sequence[Json]
    client: discord.AutoShardedClient


@asynccontextmanager
async def a_ground() -> AsyncIterator[Ground]:
    """Fresh ground; its file is gone afterwards."""
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{Path(folder) / 'bench.db'}")
        upgrade(database)
        async with DiscordWorld() as world, new_client() as client:
            events = await _prepared(world, database)
            await client.login(world.token)
            listening = asyncio.create_task(client.connect())
            await world.gateway.connected()
            yield Ground(database=database, events=events, client=client)
            await client.close()
            await listening
        database.close()


async def _prepared(world: DiscordWorld, database: Database) -> Sequence[Json]:
    guild = await world.places.guild("Exam club")
    channel = await world.places.channel(guild, "daily")
    address = ChannelAddress(workspace=workspace_key(guild.id), channel=str(channel.id))
    with database.writer.begin() as tx:
        packs.save_pack(tx, a_pack(), now=EIGHT)
        made = set_up(tx, an_admin(), address, Wish(at=NINE.time(), zone="UTC", days="daily"), seed="seed", now=EIGHT)
    await _answered(database, _open(database, made.classroom, YESTERDAY), address)
    click = await _click(world, channel, database, _open(database, made.classroom, TODAY))
    return [_by(click, place) for place in range(CLICKS)]


def _open(database: Database, classroom: Classroom, at: datetime) -> Posting:
    with database.writer.begin() as tx:
        opening.claim_due(tx, at)
        return postings.open_postings(tx, classroom.id)[0]


async def _answered(database: Database, posting: Posting, there: ChannelAddress) -> None:
    """Every learner has answered it on time."""
    keys = (PersonKey(workspace=there.workspace, person=str(_FIRST_LEARNER + place)) for place in range(CLICKS))
    callers = [Caller(key=key, name=f"Learner {key.person}") for key in keys]
    desk = Desk(database)
    desk.start()
    clicks = (Submission(posting=posting.id, caller=each, letters=("A",), clicked_at=YESTERDAY) for each in callers)
    await asyncio.gather(*(desk.submit(answering.record, click) for click in clicks))
    await desk.stop()


async def _click(world: DiscordWorld, channel: Channel, database: Database, posting: Posting) -> str:
    """A press of the card's first letter, as the gateway tells it."""
    with database.writer.begin() as tx:
        view = Renderer().message(open_card(counted_question(tx, posting)), key="open:2")
    body = {
        "components": view.to_components(),  # type: ignore[no-untyped-call]
        "flags": COMPONENTS_V2,
    }
    message = write(world.state, channel, Draft(body=body, uploads={}, may=ON_CREATE))
    assert channel.guild is not None
    ada = await world.places.member(channel.guild, "ada")
    pressed = await world.people.click(ada, message, "A", wait=False)
    return json.dumps(pressed.payload)


def _by(click: str, place: int) -> Json:
    """The same press by another learner."""
    event: Json = json.loads(click)
    event["id"], event["token"] = str(_FIRST_CLICK + place), f"token-{place}"
    event["member"]["user"]["id"] = str(_FIRST_LEARNER + place)
    return event
