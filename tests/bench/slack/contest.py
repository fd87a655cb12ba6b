"""The bots that the rows compare, and what is measured of them: every round on fresh ground, in a fresh process."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.bench.slack.clicks import Button, learner_id
from tests.bench.slack.ground import a_ground
from tests.bench.slack.inbox import Inbox
from tests.bench.slack.load import Done, Load, drive
from tests.bench.slack.naive_bot import naive_button
from tests.bench.slack.noop_bot import noop_button
from tests.bench.slack.process import a_bot
from tests.bench.slack.product import product_button

WARM_UP = 200
_MOST_SHARE = 0.7


class LoadTooSlow(Exception):
    """The load was so busy with its own work that the round says little about the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A bot: its module, its buttons, and the words of the reply without which a click does not count."""

    module: str
    button: Callable[[int, str], Button]
    says: str | None


PRODUCT = Contender(module="tests.bench.slack.product", button=product_button, says="Correct")
NOOP = Contender(module="tests.bench.slack.noop_bot", button=noop_button, says=None)
NAIVE = Contender(module="tests.bench.slack.naive_bot", button=naive_button, says="Correct")


def answers_a_second(contender: Contender, *, clicks: int = 3000, kind: str = "sqlite") -> float:
    """With 32 connections, each sending its next click when the one before has counted."""
    return asyncio.run(one_round(contender, connections=32, clicks=clicks, kind=kind)).per_second


def microseconds(contender: Contender, *, clicks: int = 500) -> float:
    """The median time until a click counts, while there is one at a time."""
    return asyncio.run(one_round(contender, connections=1, clicks=clicks)).median * 1_000_000


async def one_round(
    contender: Contender, *, connections: int, clicks: int, warm_up: int = WARM_UP, kind: str = "sqlite"
) -> Done:
    """Start the bot, let some people warm it up, then measure the others; all of them answer for the first time.

    Raises:
        ExceptionGroup: of NotCounted, when a click came to nothing.
        LoadTooSlow: it was not the bot that set the pace.
    """
    people = [learner_id(number) for number in range(warm_up + clicks)]
    with a_ground(kind, people) as ground:
        async with Inbox() as inbox, a_bot(contender.module, database_url=ground.database_url, slack=inbox.api) as url:
            button = contender.button(ground.posting, ground.letter)
            load = Load(people=people[:warm_up], button=button, connections=connections, says=contender.says)
            await drive(url, load, inbox)
            done = await drive(url, replace(load, people=people[warm_up:]), inbox)
    if done.share > _MOST_SHARE:
        raise LoadTooSlow(f"the load itself took {done.share:.0%} of the time")
    return done
