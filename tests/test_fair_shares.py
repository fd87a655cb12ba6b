"""Nobody's hurry or trouble holds up the others: shares of what a courier has under way."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.core.address import ChannelAddress, Platform, WorkspaceKey
from bot.core.shares import LANES, SHARE, Allowance, Bounds, Lane, Trust
from bot.port import Capacity, NotYet
from bot.store import classrooms, packs
from bot.store.database import Database
from bot.tutor import delivering, opening
from bot.tutor.delivering import Wanted
from bot.tutor.setup import Wish, set_up
from tests.builders import EIGHT, NINE, a_pack, an_admin
from tests.databases import on_sqlite
from tests.due import take_due
from tests.fakes.leaping_loop import LeapingDesk, leaping
from tests.fakes.post_office import Post

MANY, HANGING = SHARE + 2, 40


def home(name: str) -> WorkspaceKey:
    return WorkspaceKey(platform=Platform.WEB, external_id=name)


def settle_in(tx: Connection, name: str, many: int, first: int = 0) -> None:
    """So many more classrooms at nine in a workspace of that name."""
    for place in range(first, first + many):
        there = ChannelAddress(workspace=home(name), channel=f"{name}-{place}")
        set_up(tx, an_admin(), there, Wish(at=NINE.time(), zone="UTC", days="daily"), seed="seed", now=EIGHT)


def ask_more(tx: Connection, many: int) -> None:
    """So many extra questions in the one classroom there is."""
    (there,) = classrooms.due_classrooms(tx, NINE + timedelta(days=9), most=9)
    for _ in range(many):
        opening.ask_extra(tx, there, topic=None, minutes=None, now=NINE)


def said_in(post: Post, name: str) -> int:
    return sum(said.channel.startswith(name) for said in post.chat.messages.values())


def closed_in(post: Post, name: str) -> int:
    return sum(said.edits for said in post.chat.messages.values() if said.channel.startswith(name))


async def held_up(post: Post) -> int:
    """How many deliveries are begun of all that is due while none can end; then all of them can."""
    post.chat.holding = asyncio.Event()
    delivering = asyncio.create_task(post.due())
    while not post.courier._flight:  # noqa: ASYNC110 - what one claim takes begins at once
        await asyncio.sleep(0.01)
    under_way = len(post.courier._flight)
    post.chat.holding.set()
    await delivering
    return under_way


async def test_strangers_begin_with_two_each_and_then_have_their_share(post: Post) -> None:
    await post.desk.write(settle_in, "big", MANY)
    await post.desk.write(settle_in, "small", 3)

    under_way = await held_up(post)

    assert under_way == 2 + 2 + 1
    assert said_in(post, "big") == MANY


async def test_a_workspace_gets_a_share_and_the_others_are_served_beside_it(post: Post) -> None:
    await post.desk.write(settle_in, "big", 1, MANY)
    await post.due()
    await post.desk.write(settle_in, "big", MANY)
    await post.desk.write(settle_in, "small", 3)

    under_way = await held_up(post)

    assert under_way == SHARE + 2
    assert said_in(post, "big") == MANY + 1


@asynccontextmanager
async def beside_trouble(database: Database, hanging: int = HANGING) -> AsyncIterator[Post]:
    """A courier at work for workspaces where all went well yesterday and all hangs this morning, and for a good one."""
    desk = LeapingDesk(database)
    desk.start()
    await desk.write(lambda tx: packs.save_pack(tx, a_pack(), now=EIGHT))
    office = Post(desk)
    for number in range(hanging):
        await desk.write(settle_in, f"bad{number}", 1)
    await desk.write(settle_in, "good", 3)
    await office.due()
    office.chat.hanging = {f"bad{number}-0" for number in range(hanging)}
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


async def hanging_at_nine(database: Database) -> tuple[float, float]:
    """Seconds until a good workspace has all that is due on the morning, and on the next one."""
    async with beside_trouble(database) as office:
        office.now += timedelta(days=1)
        await office.desk.write(take_due, office.now)
        first = await until_said(office, 9, 3)
        await asyncio.sleep(45)
        office.now += timedelta(days=1)
        await office.desk.write(take_due, office.now)
        return first, await until_said(office, 15, 6)


@on_sqlite
def test_workspaces_that_begin_to_hang_together_do_not_hold_up_the_others(database: Database) -> None:
    at_once, when_known = leaping(hanging_at_nine(database))

    assert at_once < 8
    assert when_known < 2


async def lanes_beside_one_that_hangs(database: Database) -> list[set[Lane]]:
    """Which lanes have bounds when a card has just been sent, and when no answer has come for a while."""
    async with beside_trouble(database, hanging=1) as office:
        office.now += timedelta(days=1)
        await office.desk.write(take_due, office.now)
        found = []
        for seconds in (2, 3):
            await asyncio.sleep(seconds)
            found.append(set(office.courier._load.wanted({}).bounds.lanes))
        return found


@on_sqlite
def test_strangers_have_it_all_until_one_hangs(database: Database) -> None:
    assert leaping(lanes_beside_one_that_hangs(database)) == [{Lane.DOUBTED}, set(LANES)]


async def test_while_cards_of_strangers_hang_their_closes_and_the_others_go_on(post: Post) -> None:
    await post.desk.write(settle_in, "good", 1)
    await post.due()
    tomorrow = NINE + timedelta(days=1)
    await post.desk.write(take_due, tomorrow)

    strange = Allowance(trust=Trust.UNKNOWN)
    bounds = Bounds(lanes={Lane.CARDS: 0}, usual=strange, workspaces={home("good"): Allowance()})
    wanted = Wanted(most=9, platforms={Platform.WEB: 9}, bounds=bounds)
    claimed = await post.desk.write(delivering.claim, tomorrow, wanted)

    keys = {errand.delivery.key for errand in claimed.errands}
    assert keys == {"open:4", "close:1", "reveal:1:1", "close:2", "reveal:2:1"}


FULL = {
    "a workspace": (Capacity(workspaces={home("full"): Allowance(messages=0)}), 0),
    "a channel": (Capacity(at_once=1, channels={"full-0": Allowance(both=0)}), 1),
}


@pytest.mark.parametrize(("takes", "beside"), FULL.values(), ids=FULL)
async def test_what_has_no_room_waits_and_it_is_no_setback(post: Post, takes: Capacity, beside: int) -> None:
    await post.desk.write(settle_in, "full", 2)
    post.chat.takes = takes
    await post.due()
    early = said_in(post, "full"), (await post.states())["open:2"]

    post.chat.takes = Capacity()
    await post.due(seconds=1)

    assert early == (beside, ("due", ""))
    assert said_in(post, "full") == 2


async def test_no_more_is_begun_in_a_channel_than_it_takes(post: Post) -> None:
    await post.due()
    await post.desk.write(ask_more, 5)
    post.chat.takes = Capacity(channels={post.chat.messages["1"].channel: Allowance(both=2)})

    assert await held_up(post) == 2


async def test_a_platform_is_brought_no_more_than_it_takes(post: Post) -> None:
    await post.desk.write(settle_in, "here", 5)
    post.chat.takes = Capacity(at_once=2)

    under_way = await held_up(post)

    assert under_way == 2
    assert said_in(post, "here") == 5


async def test_what_was_not_its_turn_is_tried_again_soon_and_nobody_hears_of_it(post: Post) -> None:
    post.chat.fail_before = [NotYet("it is not its turn")]
    await post.due()
    early = (await post.states())["open:1"]

    await post.due(seconds=1)

    assert early == ("due", "")
    assert (await post.states())["open:1"] == ("sent", "")
    assert post.chat.lookups == []


async def test_cards_go_before_what_has_been_due_for_longer(post: Post) -> None:
    await post.due()
    await post.desk.write(settle_in, "later", 1)
    post.chat.takes = Capacity(at_once=1)
    await post.due(days=1)

    kinds = [said.key.split(":")[0] for said in post.chat.messages.values()]

    assert kinds[:4] == ["open", "open", "open", "reveal"]
