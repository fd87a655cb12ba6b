"""What hangs at nine, be it workspaces, a platform or a few channels, does not hold up what is well."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

import pytest

from bot.core.address import Platform
from bot.core.shares import LANES, Lane
from bot.courier import Courier
from bot.port import Capacity
from bot.store import packs
from bot.store.database import Database
from tests.builders import EIGHT, a_pack
from tests.databases import on_sqlite
from tests.due import take_due
from tests.fakes.leaping_loop import LeapingDesk, leaping
from tests.fakes.post_office import Post
from tests.test_fair_shares import closed_in, said_in, settle_in

HANGING = 40


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """So many workspaces hang on a platform, and so many channels of a good one."""

    workspaces: int = 0
    where: Platform = Platform.WEB
    channels: int = 0


@asynccontextmanager
async def beside_trouble(database: Database, trouble: Trouble, good: int = 3) -> AsyncIterator[Post]:
    """A courier at work where all went well yesterday and some hangs this morning, and for so many good channels."""
    desk = LeapingDesk(database)
    desk.start()
    await desk.write(lambda tx: packs.save_pack(tx, a_pack(), now=EIGHT))
    office = Post(desk)
    office.courier = Courier(desk, {trouble.where: office.chat, Platform.WEB: office.chat}, lambda: office.now)
    for number in range(trouble.workspaces):
        await desk.write(settle_in, f"bad{number}", 1, 0, trouble.where)
    await desk.write(settle_in, "good", trouble.channels + good)
    await office.due()
    office.chat.hanging = {f"bad{number}-0" for number in range(trouble.workspaces)}
    office.chat.hanging |= {f"good-{number}" for number in range(trouble.channels)}
    await asyncio.sleep(100)
    carrying, ticking = asyncio.create_task(office.courier.run()), asyncio.create_task(tick(office))
    yield office
    carrying.cancel()
    ticking.cancel()
    await office.courier.let_go()
    await desk.stop()


async def tick(office: Post) -> None:
    while True:
        office.courier.wake()
        await asyncio.sleep(1)


async def until_said(office: Post, many: int, edits: int) -> float:
    """Seconds until the good workspace has so many messages, and so many of them have been closed."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    while said_in(office, "good") < many or closed_in(office, "good") < edits:  # noqa: ASYNC110 - nobody tells of it
        await asyncio.sleep(0.5)
    return loop.time() - began


async def hanging_at_nine(database: Database, trouble: Trouble, good: int) -> tuple[float, float]:
    """Seconds until a good workspace has all that is due on the morning, and on the next one."""
    async with beside_trouble(database, trouble, good) as office:
        before = trouble.channels + good
        office.now += timedelta(days=1)
        await office.desk.write(take_due, office.now)
        first = await until_said(office, before + 2 * good, good)
        await asyncio.sleep(45)
        office.now += timedelta(days=1)
        await office.desk.write(take_due, office.now)
        return first, await until_said(office, before + 4 * good, 2 * good)


MORNINGS = {
    "workspaces": (Trouble(workspaces=HANGING), 3, 8, 2),
    "a whole platform": (Trouble(workspaces=HANGING, where=Platform.SLACK), 3, 3, 2),
    "the first channels of the workspace itself": (Trouble(channels=4), 16, 10, 10),
}


@on_sqlite
@pytest.mark.parametrize(("trouble", "good", "soon", "later"), MORNINGS.values(), ids=MORNINGS)
def test_what_hangs_does_not_hold_up_the_others(
    database: Database, trouble: Trouble, good: int, soon: float, later: float
) -> None:
    at_once, when_known = leaping(hanging_at_nine(database, trouble, good))

    assert at_once < soon
    assert when_known < later


async def lanes_beside_one_that_hangs(database: Database) -> list[set[Lane]]:
    """Which lanes have bounds when a card has just been sent, and when no answer has come for a while."""
    async with beside_trouble(database, Trouble(workspaces=1)) as office:
        office.now += timedelta(days=1)
        await office.desk.write(take_due, office.now)
        found = []
        for seconds in (2, 3):
            await asyncio.sleep(seconds)
            found.append(set(office.courier._loads[Platform.WEB].wanted(Platform.WEB, Capacity()).bounds.lanes))
        return found


@on_sqlite
def test_strangers_have_it_all_until_one_hangs(database: Database) -> None:
    assert leaping(lanes_beside_one_that_hangs(database)) == [{Lane.DOUBTED}, set(LANES)]
