"""Counts that hang take only a part of the connections."""

import asyncio

from bot.cards.blocks import Card
from bot.core.address import ChannelAddress, MessageAddress, Platform
from bot.live_count import LiveCount
from bot.tutor import answering
from tests.builders import a_click
from tests.fakes.chat import FakeChat
from tests.fakes.post_office import Post
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
