import asyncio

from structlog.testing import capture_logs

from bot.background import Background


async def test_work_goes_on_after_whoever_began_it() -> None:
    done: list[str] = []
    background = Background()

    async def later() -> None:
        await asyncio.sleep(0)
        done.append("first")
        background.start(last())

    async def last() -> None:
        done.append("what it began")

    background.start(later())
    await background.drain()

    assert done == ["first", "what it began"]


async def test_what_breaks_is_logged_and_takes_nothing_with_it() -> None:
    background = Background()

    async def breaks() -> None:
        raise KeyError("nothing there")

    async def holds() -> str:
        await asyncio.sleep(0)
        return "fine"

    with capture_logs() as logged:
        background.start(breaks())
        held = background.start(holds())
        await background.drain()

    assert held.result() == "fine"
    assert [entry["event"] for entry in logged] == ["background_work_broke"]
