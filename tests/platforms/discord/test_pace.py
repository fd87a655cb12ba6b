"""The pace of requests."""

import asyncio

import pytest

from bot.platforms.discord.pace import Pace
from bot.port import TryLater


async def tried(pace: Pace, *, within: float) -> str:
    try:
        await pace.turn(within=within)
    except TryLater:
        return "later"
    return "now"


async def test_a_few_go_at_once_and_the_next_ones_are_put_off() -> None:
    pace = Pace()

    assert [await tried(pace, within=0) for _ in range(6)] == ["now"] * 4 + ["later"] * 2


async def test_whoever_may_wait_gets_a_turn_while_others_are_put_off() -> None:
    pace = Pace()

    edits = asyncio.gather(*(tried(pace, within=0.1) for _ in range(100)))
    post = await tried(pace, within=1)

    assert (await edits).count("later") > 80
    assert post == "now"


async def test_the_time_of_the_next_turn_is_told() -> None:
    pace = Pace()
    for _ in range(4):
        await pace.turn(within=0)

    with pytest.raises(TryLater) as raised:
        await pace.turn(within=0)

    assert raised.value.after == pytest.approx(1 / 40, abs=0.02)
