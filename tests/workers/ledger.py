"""A chat that keeps what was sent to it in a table, whoever sent it and how often."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Column, Connection, Engine, Integer, MetaData, String, Table, func, insert, select

from bot.cards.blocks import Card
from bot.core.address import ChannelAddress, MessageAddress, PersonKey
from bot.port import ChatPlatform, Marked

T = TypeVar("T")
ledger = Table(
    "ledger",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("key", String, nullable=False),
    Column("channel", String, nullable=False),
    Column("worker", String, nullable=False),
)


class LedgerChat(ChatPlatform):
    """One worker's way to it; after so many posts it stalls, every other time before the message is there."""

    def __init__(self, engine: Engine, worker: str, stall_after: int | None = None) -> None:
        self._engine = engine
        self._worker = worker
        self._stall_after = stall_after
        self._posts = 0

    async def post(self, channel: ChannelAddress, card: Card, /, *, key: str) -> MessageAddress:
        del card
        self._posts += 1
        stalls = self._stall_after is not None and self._posts > self._stall_after
        if stalls and self._posts % 2:
            await asyncio.Event().wait()
        said = await self._sent(channel.channel, key)
        if stalls:
            await asyncio.Event().wait()
        return said

    async def reply(self, channel: ChannelAddress, to: MessageAddress, card: Card, /, *, key: str) -> MessageAddress:
        del to, card
        return await self._sent(channel.channel, key)

    async def direct(self, person: PersonKey, card: Card, /, *, key: str) -> MessageAddress:
        del card
        return await self._sent(person.person, key)

    async def edit(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> None:
        """Edits leave no trace."""

    async def find_marked(
        self, channel: ChannelAddress, marked: Marked, /, *, thread: MessageAddress | None = None
    ) -> MessageAddress | None:
        del thread
        query = select(func.min(ledger.c.id)).where(ledger.c.key == marked.key)
        found = await self._do(lambda tx: tx.execute(query).scalar_one())
        return None if found is None else MessageAddress(channel=channel.channel, message=str(found))

    async def _sent(self, channel: str, key: str) -> MessageAddress:
        line = insert(ledger).values(key=key, channel=channel, worker=self._worker).returning(ledger.c.id)
        number = await self._do(lambda tx: tx.execute(line).scalar_one())
        return MessageAddress(channel=channel, message=str(number))

    async def _do(self, work: Callable[[Connection], T]) -> T:
        def once() -> T:
            with self._engine.begin() as tx:
                return work(tx)

        return await asyncio.to_thread(once)
