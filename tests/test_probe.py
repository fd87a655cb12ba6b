import asyncio

from bot.probe import Probe


class Depths:
    """Something to look at, which counts the looks and answers when it is let."""

    def __init__(self) -> None:
        self.looks = 0
        self.may_answer = asyncio.Event()

    async def look(self) -> int:
        self.looks += 1
        await self.may_answer.wait()
        return self.looks


async def test_what_hangs_is_looked_at_once_and_nobody_waits_for_it() -> None:
    depths = Depths()
    probe = Probe("depths", depths.look, good_for=60, within=0.01)

    told = await asyncio.gather(*(probe.ask() for _ in range(50)))

    assert (set(told), depths.looks) == ({None}, 1)


async def test_it_tells_what_was_seen_once_it_answers() -> None:
    depths = Depths()
    probe = Probe("depths", depths.look, good_for=60, within=0.01)
    await probe.ask()

    depths.may_answer.set()
    await asyncio.sleep(0)

    assert [await probe.ask(), await probe.ask()] == [1, 1]
    assert depths.looks == 1


async def test_what_it_told_gets_old() -> None:
    depths = Depths()
    depths.may_answer.set()
    probe = Probe("depths", depths.look, good_for=0, within=1)

    await probe.ask()
    await probe.ask()

    assert depths.looks == 2


async def test_a_failure_is_nothing_told() -> None:
    async def fail() -> int:
        raise OSError("no")

    assert await Probe("depths", fail, good_for=60, within=1).ask() is None
