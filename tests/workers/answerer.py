"""A process that answers every question for everybody, in an order of its own; says how often each thing came of it.

Takes the database's address and the seed of its order.
"""

import asyncio
import json
import random
import sys
from collections import Counter
from datetime import timedelta

from bot.core.grading import Feedback
from bot.desk import Desk
from bot.store import classrooms, postings
from bot.store.database import Database
from bot.tutor import explaining
from tests.builders import CHANNEL, a_click

PEOPLE = tuple(f"learner{number}" for number in range(12))
AT_ONCE = 8
"""Few, so that there are many groups to get in each other's way."""


async def answer_all(url: str, seed: int) -> Counter[str]:
    database = Database(url)
    with database.reader.begin() as tx:
        here = classrooms.classroom_in(tx, CHANNEL)
        assert here is not None
        asked = postings.scheduled_between(tx, [here.id])[here.id]
    clicks = [a_click(each.id, who, at=each.due_at + timedelta(minutes=1)) for each in asked for who in PEOPLE]
    random.Random(seed).shuffle(clicks)  # noqa: S311 - an order, no secret
    desk = Desk(database)
    desk.start()
    turns = asyncio.Semaphore(AT_ONCE)

    async def answer(number: int) -> str:
        async with turns:
            reply = await desk.submit(explaining.answer, clicks[number])
            return reply.greeting.name if isinstance(reply, Feedback) else type(reply).__name__

    came_of_it = Counter(await asyncio.gather(*map(answer, range(len(clicks)))))
    await desk.stop()
    database.close()
    return came_of_it


if __name__ == "__main__":
    print(json.dumps(asyncio.run(answer_all(sys.argv[1], int(sys.argv[2])))))  # noqa: T201
