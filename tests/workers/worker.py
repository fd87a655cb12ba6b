"""A worker: what opens, closes and delivers in a bot, over the ledger, by a clock that is four times as fast.

Takes the database's address, its own name, when the clocks started, and after how many posts it stalls, if ever.
"""

import asyncio
import sys
import time
from contextlib import AsyncExitStack
from datetime import datetime, timedelta

from sqlalchemy import create_engine

from bot.app.school import School, open_desk
from bot.core.address import Platform
from bot.store.database import Database
from tests.builders import NINE
from tests.workers.ledger import LedgerChat

FASTER = 4


async def work(url: str, name: str, began: float, stall_after: int | None) -> None:
    """Work until the process ends."""

    def clock() -> datetime:
        return NINE + timedelta(seconds=(time.time() - began) * FASTER)

    async with AsyncExitStack() as stack:
        desk = await open_desk(stack, Database(url))
        chat = LedgerChat(create_engine(url), name, stall_after)
        school = School(desk, {Platform.WEB: chat}, clock)
        await school.start(stack)
        await asyncio.Event().wait()


if __name__ == "__main__":
    address, own, start, *stall = sys.argv[1:]
    asyncio.run(work(address, own, float(start), int(stall[0]) if stall else None))
