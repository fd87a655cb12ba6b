"""Counts that hang take only a part of the connections, and hold up only their like."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from bot.cards.blocks import Card
from bot.core.address import ChannelAddress, MessageAddress, Platform
from bot.core.grading import Submission
from bot.core.posting import PostingId
from bot.live_count import LiveCount
from bot.store import packs
from bot.store.database import Database
from bot.tutor import answering
from tests.builders import EIGHT, NINE, a_click, a_pack
from tests.databases import on_sqlite
from tests.fakes.chat import FakeChat
from tests.fakes.leaping_loop import LeapingDesk, leaping
from tests.fakes.post_office import Post
from tests.test_fair_shares import home, settle_in
from tests.test_live_count import ask_extra


class Crowded(FakeChat):
    """A chat that knows how many counts it was to show at the same time."""

    under_way, most = 0, 0

    async def show_count(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> bool:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        shown = await super().show_count(channel, message, card, key=key)
        self.under_way -= 1
        return shown


async def test_counts_that_hang_take_few_connections_and_the_others_follow(post: Post) -> None:
    extras = [await post.desk.write(ask_extra, post.now) for _ in range(20)]
    await post.due()
    for extra in extras:
        await post.desk.submit(answering.record, a_click(extra, at=post.now))
    chat, gate = Crowded(messages=post.chat.messages), asyncio.Event()
    chat.held = dict.fromkeys(chat.messages, gate)
    count = LiveCount(post.desk, {Platform.WEB: chat}, lambda: post.now)
    for extra in extras:
        count.touch(extra)

    flushing = asyncio.create_task(count.flush())
    async with asyncio.timeout(30):
        while chat.under_way < 16:  # noqa: ASYNC110 - the chat has no event
            await asyncio.sleep(0.05)
    gate.set()
    await flushing

    assert chat.most == 16
    assert sum(said.edits for said in chat.messages.values()) == 20


async def seconds_until_counted(database: Database, hanging: int) -> float:
    """How late the count of a good workspace is beside so many cards of another that hang."""
    loop, desk = asyncio.get_running_loop(), LeapingDesk(database)
    desk.start()
    office = Post(desk)
    await desk.write(lambda tx: packs.save_pack(tx, a_pack(), now=EIGHT))
    await desk.write(settle_in, "bad", hanging)
    await desk.write(settle_in, "good", 1)
    await office.due()
    office.chat.hanging = {f"bad-{number}" for number in range(hanging)}
    count = LiveCount(desk, {Platform.WEB: office.chat}, lambda: NINE + timedelta(seconds=loop.time()))
    for number in range(1, hanging + 2):
        name = "good" if number > hanging else "bad"
        await desk.submit(answering.record, in_workspace(name, a_click(PostingId(number), at=office.now)))
        count.touch(PostingId(number))
    began, flushes = loop.time(), set[asyncio.Task[None]]()
    while not any("1 answered" in said.text for said in office.chat.messages.values()):
        flushes.add(asyncio.create_task(count.flush()))
        await asyncio.sleep(1)
    for flush in flushes:
        flush.cancel()
    await asyncio.gather(*flushes, return_exceptions=True)
    await desk.stop()
    return loop.time() - began


def in_workspace(name: str, click: Submission) -> Submission:
    return replace(click, caller=replace(click.caller, key=replace(click.caller.key, workspace=home(name))))


@on_sqlite
def test_counts_that_hang_in_one_workspace_do_not_hold_up_anothers(database: Database) -> None:
    assert leaping(seconds_until_counted(database, 40)) < 10
