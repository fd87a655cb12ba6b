"""Nobody's hurry or trouble holds up the others: shares of what a courier has under way."""

import asyncio
from datetime import timedelta

from sqlalchemy import Connection

from bot.core.address import ChannelAddress, Platform, WorkspaceKey
from bot.core.shares import AT_ONCE, SHARE, Room
from bot.port import Capacity, NotYet
from bot.store import packs
from bot.store.database import Database
from bot.tutor.setup import Wish, set_up
from tests.builders import EIGHT, NINE, a_pack, an_admin
from tests.databases import on_sqlite
from tests.due import take_due
from tests.fakes.leaping_loop import LeapingDesk, leaping
from tests.fakes.post_office import Post

MANY = AT_ONCE + SHARE


def home(name: str) -> WorkspaceKey:
    return WorkspaceKey(platform=Platform.WEB, external_id=name)


def settle_in(tx: Connection, name: str, many: int) -> None:
    """So many more classrooms at nine in a workspace of that name."""
    for place in range(many):
        there = ChannelAddress(workspace=home(name), channel=f"{name}-{place}")
        set_up(tx, an_admin(), there, Wish(at=NINE.time(), zone="UTC", days="daily"), seed="seed", now=EIGHT)


def said_in(post: Post, name: str) -> int:
    return sum(said.channel.startswith(name) for said in post.chat.messages.values())


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


async def test_a_workspace_gets_a_share_and_the_others_are_served_beside_it(post: Post) -> None:
    await post.desk.write(settle_in, "big", MANY)
    await post.desk.write(settle_in, "small", 3)

    under_way = await held_up(post)

    assert under_way == SHARE + 4
    assert said_in(post, "big") == MANY


async def beside_trouble(database: Database) -> float:
    """Seconds until all cards of a good workspace came while those of forty others are tried again in vain."""
    desk, loop = LeapingDesk(database), asyncio.get_running_loop()
    desk.start()
    await desk.write(lambda tx: packs.save_pack(tx, a_pack(), now=EIGHT))
    office = Post(desk)
    for number in range(40):
        await desk.write(settle_in, f"bad{number}", 1)
        office.chat.hanging.add(f"bad{number}-0")
    await office.due()
    office.now += timedelta(seconds=30)
    carrying = asyncio.create_task(office.courier.run())
    office.courier.wake()
    await asyncio.sleep(1)
    await desk.write(settle_in, "good", 20)
    await desk.write(take_due, office.now)
    began = loop.time()
    office.courier.wake()
    while said_in(office, "good") < 20:  # noqa: ASYNC110 - nobody tells of it
        await asyncio.sleep(0.1)
    took = loop.time() - began
    carrying.cancel()
    await office.courier.let_go()
    await desk.stop()
    return took


@on_sqlite
def test_workspaces_that_hang_do_not_hold_up_the_others(database: Database) -> None:
    assert leaping(beside_trouble(database)) < 1


async def test_a_workspace_without_room_waits_and_it_is_no_setback(post: Post) -> None:
    await post.desk.write(settle_in, "full", 2)
    post.chat.takes = Capacity(rooms={home("full"): Room(messages=0)})
    await post.due()
    early = said_in(post, "full"), (await post.states())["open:2"]

    post.chat.takes = Capacity()
    await post.due(seconds=1)

    assert early == (0, ("due", ""))
    assert said_in(post, "full") == 2


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
