import asyncio
from itertools import chain, repeat

import pytest

from bot.pulse import Pulse


def at(seconds: float, *, looked_at: float, pulse_at: float = 0.0) -> Pulse:
    """A pulse whose clock stands there, and whose agenda was looked at before."""
    moments = iter([pulse_at, looked_at, *[seconds] * 9])
    pulse = Pulse(lambda: next(moments))
    pulse.looked()
    return pulse


@pytest.mark.parametrize(
    ("now", "looked_at", "alive"),
    [(9.0, 8.0, True), (11.0, 10.5, False), (9.0, -175.0, False), (9.0, -100.0, True)],
    ids=["both of late", "the loop stood still", "the agenda hangs", "the agenda waits for the database"],
)
def test_it_is_alive_while_the_loop_turns_and_the_agenda_is_looked_at(
    now: float, looked_at: float, *, alive: bool
) -> None:
    assert at(now, looked_at=looked_at).now().is_alive is alive


async def test_a_stall_is_seen_for_a_minute() -> None:
    moments = chain([0.0, 0.0, 0.3], repeat(0.3))
    pulse = Pulse(lambda: next(moments), apart=0)

    beating = asyncio.create_task(pulse.run())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    beating.cancel()

    assert pulse.lag() == 0.3
