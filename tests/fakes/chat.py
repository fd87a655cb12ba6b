"""A chat in memory that keeps what the bot said and can fail in every way a platform can."""

import asyncio
from dataclasses import dataclass, field

from bot.cards.blocks import Card
from bot.cards.plain import plain
from bot.core.address import ChannelAddress, MessageAddress, PersonKey
from bot.port import Capacity, DeliveryFailed, Marked


@dataclass(kw_only=True)
class Said:
    """One message as it now stands."""

    key: str
    channel: str
    text: str
    card: Card
    thread_of: str | None = None
    edits: int = 0


@dataclass
class FakeChat:
    """`fail_before` raises instead of doing the next thing, `fail_after` does it and then raises; both keep a queue.

    An edit of a message in `held` waits for its event, whatever is asked of `hanging` for ever, a channel in `full` has
    no room for counts, and a look and a post take so many seconds as `slow_look` and `slow_post` say.
    """

    messages: dict[str, Said] = field(default_factory=dict)
    fail_before: list[BaseException] = field(default_factory=list)
    fail_after: list[BaseException] = field(default_factory=list)
    broken_channels: dict[str, Exception] = field(default_factory=dict)
    lookups: list[str] = field(default_factory=list)
    looked_in: list[str] = field(default_factory=list)
    tries: list[int] = field(default_factory=list)
    fail_look: list[DeliveryFailed] = field(default_factory=list)
    holding: asyncio.Event | None = None
    slow_look: float = 0.0
    slow_post: float = 0.0
    held: dict[str, asyncio.Event] = field(default_factory=dict)
    hanging: set[str] = field(default_factory=set)
    full: set[str] = field(default_factory=set)
    takes: Capacity = field(default_factory=Capacity)

    def transcript(self, channel: str) -> list[str]:
        """What stands in a channel, each message in its current words."""
        return [said.text for said in self.messages.values() if said.channel == channel]

    def of(self, key: str) -> list[Said]:
        """Every message that carries the key."""
        return [said for said in self.messages.values() if said.key == key]

    async def post(self, channel: ChannelAddress, card: Card, /, *, key: str) -> MessageAddress:
        if self.holding is not None:
            await self.holding.wait()
        await self._hang(channel.channel)
        await asyncio.sleep(self.slow_post)
        return self._do(channel.channel, card, key)

    async def reply(self, channel: ChannelAddress, to: MessageAddress, card: Card, /, *, key: str) -> MessageAddress:
        await self._hang(channel.channel)
        return self._do(to.channel, card, key, thread_of=to.message)

    async def direct(self, person: PersonKey, card: Card, /, *, key: str) -> MessageAddress:
        return self._do(f"@{person.person}", card, key)

    async def edit(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> None:
        del channel, key
        await self._hang(message.channel)
        if message.message in self.held:
            await self.held[message.message].wait()
        self._before(message.channel)
        self._change(message, card)
        self._after()

    async def show_count(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> bool:
        if message.channel in self.full:
            return False
        await self.edit(channel, message, card, key=key)
        return True

    def capacity(self) -> Capacity:
        return self.takes

    async def find_marked(
        self, channel: ChannelAddress, marked: Marked, /, *, thread: MessageAddress | None = None
    ) -> MessageAddress | None:
        where = thread.channel if thread else channel.channel
        self.looked_in.append(where)
        self.lookups.append(marked.key)
        self.tries.append(marked.tries)
        await self._hang(where)
        if self.fail_look:
            raise self.fail_look.pop(0)
        await asyncio.sleep(self.slow_look)
        for number, said in self.messages.items():
            if said.key == marked.key and said.channel == where:
                return MessageAddress(channel=said.channel, message=number)
        return None

    async def _hang(self, channel: str) -> None:
        if channel in self.hanging:
            await asyncio.Event().wait()

    def _do(self, channel: str, card: Card, key: str, thread_of: str | None = None) -> MessageAddress:
        self._before(channel)
        number = str(len(self.messages) + 1)
        self.messages[number] = Said(key=key, channel=channel, text=plain(card), card=card, thread_of=thread_of)
        self._after()
        return MessageAddress(channel=channel, message=number)

    def _change(self, message: MessageAddress, card: Card) -> None:
        said = self.messages[message.message]
        said.text, said.card, said.edits = plain(card), card, said.edits + 1

    def _before(self, channel: str) -> None:
        if channel in self.broken_channels:
            raise self.broken_channels[channel]
        if self.fail_before:
            raise self.fail_before.pop(0)

    def _after(self) -> None:
        if self.fail_after:
            raise self.fail_after.pop(0)
