"""Nobody's hurry or trouble holds up the others: shares of what a courier has under way."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.core.address import ChannelAddress, Platform, WorkspaceKey
from bot.core.shares import SHARE, Allowance, Bounds, Lane, Trust
from bot.port import Capacity, InDoubt, NotYet, TryLater
from bot.store import classrooms
from bot.tutor import delivering, opening
from bot.tutor.delivering import Wanted
from bot.tutor.setup import Wish, set_up
from tests.builders import EIGHT, NINE, an_admin
from tests.due import take_due
from tests.fakes.post_office import Post

MANY = SHARE + 2


def home(name: str, platform: Platform = Platform.WEB) -> WorkspaceKey:
    return WorkspaceKey(platform=platform, external_id=name)


def settle_in(tx: Connection, name: str, many: int, first: int = 0, platform: Platform = Platform.WEB) -> None:
    """So many more classrooms at nine in a workspace of that name."""
    for place in range(first, first + many):
        there = ChannelAddress(workspace=home(name, platform), channel=f"{name}-{place}")
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


async def test_while_cards_of_strangers_hang_their_closes_and_the_others_go_on(post: Post) -> None:
    await post.desk.write(settle_in, "good", 1)
    await post.due()
    tomorrow = NINE + timedelta(days=1)
    await post.desk.write(take_due, tomorrow)

    strange = Allowance(trust=Trust.UNKNOWN)
    bounds = Bounds(lanes={Lane.CARDS: 0}, usual=strange, workspaces={home("good"): Allowance()})
    wanted = Wanted(platform=Platform.WEB, most=9, bounds=bounds)
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


async def test_what_has_failed_goes_after_what_has_not(post: Post) -> None:
    post.chat.takes, post.chat.fail_before = Capacity(at_once=1), [TryLater("busy")]
    await post.due()
    await post.desk.write(settle_in, "later", 1)

    await post.due(seconds=5)

    assert [said.key for said in post.chat.messages.values()] == ["open:2", "open:1"]


async def test_an_error_that_comes_soon_casts_no_doubt(post: Post) -> None:
    post.chat.fail_before = [InDoubt("HTTP 503")]

    await post.due()

    assert post.courier._loads[Platform.WEB].wanted(Platform.WEB, Capacity()).bounds.workspaces == {}


async def test_cards_go_before_what_has_been_due_for_longer(post: Post) -> None:
    await post.due()
    await post.desk.write(settle_in, "later", 1)
    post.chat.takes = Capacity(at_once=1)
    await post.due(days=1)

    kinds = [said.key.split(":")[0] for said in post.chat.messages.values()]

    assert kinds[:4] == ["open", "open", "open", "reveal"]
