"""A chat behind a bad line: requests take their time, arrive late or never, and answers get lost."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from bot.cards.blocks import Card
from bot.core.address import ChannelAddress, MessageAddress, PersonKey
from bot.port import PATIENCE, InDoubt, Marked, TryLater
from tests.fakes.chat import FakeChat

T = TypeVar("T")


@dataclass(kw_only=True)
class FarChat(FakeChat):
    """While `bad`, every request meets a fate of its own; one given up arrives at most `late` seconds after that."""

    rng: Random
    late: float
    bad: bool = True
    _under_way: set[asyncio.Task[object]] = field(default_factory=set)

    async def post(self, channel: ChannelAddress, card: Card, /, *, key: str) -> MessageAddress:
        return await self._sent(lambda: self._do(channel.channel, card, key))

    async def reply(self, channel: ChannelAddress, to: MessageAddress, card: Card, /, *, key: str) -> MessageAddress:
        del channel
        return await self._sent(lambda: self._do(to.channel, card, key, thread_of=to.message))

    async def direct(self, person: PersonKey, card: Card, /, *, key: str) -> MessageAddress:
        return await self._sent(lambda: self._do(f"@{person.person}", card, key))

    async def edit(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> None:
        del channel, key
        await self._sent(lambda: self._change(message, card))

    async def find_marked(
        self, channel: ChannelAddress, marked: Marked, /, *, thread: MessageAddress | None = None
    ) -> MessageAddress | None:
        fate = self._fate()
        await asyncio.sleep(self._seconds(8))
        if fate == "later":
            raise TryLater("history is limited", after=self.rng.choice([None, 0, 7]))
        if fate in {"never", "unheard"}:
            raise InDoubt("connection dropped")
        found = await super().find_marked(channel, marked, thread=thread)
        await asyncio.sleep(self._seconds(2))
        return found

    async def _sent(self, do: Callable[[], T]) -> T:
        """What doing it over this line comes to."""
        fate = self._fate()
        if fate == "later":
            raise TryLater("slow down", after=self.rng.choice([None, 0, 3]))
        if fate == "never":
            await asyncio.sleep(self._seconds(PATIENCE * 1.5))
            raise InDoubt("connection dropped")
        done = await self._arrives(do)
        if fate == "unheard":
            raise InDoubt("connection dropped")
        await asyncio.sleep(self._seconds(PATIENCE))
        return done

    async def _arrives(self, do: Callable[[], T]) -> T:
        """Do it in a while, even if nobody waits for it any more."""

        async def arriving() -> T:
            await asyncio.sleep(self._seconds(PATIENCE + self.late))
            return do()

        task = asyncio.create_task(arriving())
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    def _fate(self) -> str:
        return self.rng.choice(["fine", "fine", "unheard", "never", "later"]) if self.bad else "fine"

    def _seconds(self, most: float) -> float:
        """At once, soon, or nearly as late as can be."""
        return self.rng.choice([0.0, self.rng.uniform(0, 1), self.rng.uniform(0, most), most - 0.01]) * self.bad
