"""Row 10: clicks a second through the whole of Discord's room and the desk, beside a button that does nothing.

Both sides take the same events where the gateway hands them to discord.py, with the collector spared as `trapwise run`
spares it; no request leaves the process. Every round has a new database in which as many learners answered the
question of the day before as will now answer today's.
"""

import asyncio
import re
import time
from functools import partial
from pathlib import Path
from typing import Any

from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.app.school import School
from bot.background import Background
from bot.bank.files import picture_path
from bot.desk import Desk
from bot.platforms.discord.app import DiscordApp
from bot.platforms.discord.buttons import Buttons
from bot.platforms.discord.calls import Calls
from bot.platforms.discord.commands import Commands
from bot.platforms.discord.ids import ANSWER
from bot.platforms.discord.items import item_class
from bot.platforms.discord.life import Life
from bot.platforms.discord.outbound import DiscordChat
from bot.platforms.discord.people import Interaction
from bot.platforms.discord.pictures import Pictures
from bot.platforms.discord.replies import Replies
from bot.platforms.discord.suggestions import Suggestions
from tests.bench.discord.ground import TODAY, Ground, a_ground
from tests.bench.places import collector_spared
from tests.bench.rounds import Promise

IN_FLIGHT = 64
_CONTENT = Path(__file__).parents[2] / "content"

Waiting = dict[int, asyncio.Future[None]]
"""The clicks that are not answered yet."""


class NoHttp(AsyncWebhookAdapter):
    """Every reply arrives at once."""

    def __init__(self, waiting: Waiting) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._waiting = waiting

    async def create_interaction_response(self, interaction_id: int, *_about: Any, **_more: Any) -> Any:
        self._waiting[interaction_id].set_result(None)
        return {"interaction": {"id": str(interaction_id), "type": 3}}


def the_product() -> float:
    """Clicks a second, each stored and answered with its breakdown."""
    return asyncio.run(_product())


def an_empty_button() -> float:
    """Clicks a second on a button whose callback does nothing."""
    return asyncio.run(_empty())


async def _product() -> float:
    waiting: Waiting = {}
    async with a_ground() as ground:
        desk, work = Desk(ground.database), Background()
        desk.start()
        school = School(desk, {}, lambda: TODAY)
        pictures = Pictures(partial(picture_path, _CONTENT))
        replies = Replies(pictures, work)
        DiscordApp(
            ground.client,
            catalogue=school.dispatcher.catalogue,
            buttons=Buttons(school.reception, replies),
            commands=Commands(school.dispatcher, replies),
            suggestions=Suggestions(desk),
            life=Life(desk, DiscordChat(Calls(ground.client), pictures), school.clock),
            fail=lambda _reason: None,
        )
        async_context.set(NoHttp(waiting))
        reached = await _all(ground, waiting)
        await work.drain()
        await desk.stop()
    return reached


async def _empty() -> float:
    waiting: Waiting = {}

    def pressed(interaction: Interaction, _match: re.Match[str]) -> None:
        waiting[interaction.id].set_result(None)

    async with a_ground() as ground:
        ground.client.add_dynamic_items(item_class(ANSWER, pressed))
        return await _all(ground, waiting)


async def _all(ground: Ground, waiting: Waiting) -> float:
    """Clicks a second with so many in flight."""
    told = ground.client._connection.parse_interaction_create

    async def one_after_the_other(lane: int) -> None:
        for event in ground.events[lane::IN_FLIGHT]:
            answered = waiting[int(event["id"])] = asyncio.get_running_loop().create_future()
            told(event)  # type: ignore[arg-type]
            await answered

    with collector_spared():
        started = time.perf_counter()
        await asyncio.gather(*(one_after_the_other(lane) for lane in range(IN_FLIGHT)))
        return len(ground.events) / (time.perf_counter() - started)


PROMISES = (
    Promise(
        row=10,
        name="Discord: clicks/s, stored and answered, HTTP stubbed ÷ an empty button",
        ours=the_product,
        yardstick=an_empty_button,
        gate=0.35,
        goal=0.60,
    ),
)
