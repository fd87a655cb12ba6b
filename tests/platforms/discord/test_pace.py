"""The pace of requests."""

import asyncio

import pytest

from bot.platforms.discord.pace import Pace
from bot.port import NotYet
from tests.fakes.leaping_loop import leaping

ROOM, BESIDE = 1, 2


async def begun(pace: Pace, many: int, *, channel: int | None = None) -> list[float]:
    """When each of so many requests has its turn, all asking at once."""
    loop, begins = asyncio.get_running_loop(), []

    async def one() -> None:
        await pace.turn(channel=channel)
        begins.append(loop.time())

    await asyncio.gather(*(one() for _ in range(many)))
    return begins


def most_within(seconds: float, begins: list[float]) -> int:
    return max(sum(start <= each < start + seconds for each in begins) for start in begins)


def test_no_second_has_more_turns_than_discord_takes() -> None:
    begins = leaping(begun(Pace(), 140))

    assert 40 <= most_within(1, begins) <= 45


@pytest.mark.parametrize("processes", [2, 4, 16])
def test_several_processes_share_what_discord_takes(processes: int) -> None:
    begins = leaping(begun(Pace(1 / processes), 8))

    assert processes * most_within(1, begins) <= 45


def test_a_channel_gets_less_than_five_in_five_seconds() -> None:
    begins = leaping(begun(Pace(), 4, channel=ROOM))

    assert most_within(5, begins) <= 4


async def test_what_a_channel_takes_is_told_while_it_is_less_than_all() -> None:
    pace = Pace()
    await begun(pace, 2, channel=ROOM)

    assert {name: allowed.both for name, allowed in pace.channels().items()} == {str(ROOM): 1}


def test_who_would_wait_too_long_is_put_off() -> None:
    with pytest.raises(NotYet):
        leaping(begun(Pace(), 9, channel=ROOM))


async def test_a_count_leaves_a_turn_in_its_channel_to_a_message() -> None:
    pace = Pace()

    assert [await pace.spare(channel=ROOM) for _ in range(3)] == [True, True, False]
    assert await pace.spare(channel=BESIDE)
    await pace.turn(channel=ROOM)


async def crowded() -> list[bool]:
    """Whether counts get their turns in and after a second that is full of messages."""
    pace = Pace()
    messages = asyncio.gather(*(pace.turn() for _ in range(60)))
    await asyncio.sleep(0)
    early = await pace.spare(channel=ROOM)
    await messages
    return [early, await pace.spare(channel=BESIDE)]


def test_a_count_waits_until_nobody_else_does() -> None:
    assert leaping(crowded()) == [False, True]


def test_many_counts_are_spread_over_the_second() -> None:
    async def spread() -> int:
        pace = Pace()
        return sum(await asyncio.gather(*(pace.spare(channel=room) for room in range(50))))

    assert 40 <= leaping(spread()) <= 45
