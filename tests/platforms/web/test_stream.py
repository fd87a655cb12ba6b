import asyncio
import json
from collections.abc import AsyncIterator

from bot.platforms.web.stream import Stream


async def test_what_is_said_to_all_reaches_every_page() -> None:
    stream = Stream()
    with stream.page("ada") as ada, stream.page("ben") as ben:
        stream.tell("message", {"id": "1"})

        assert await anext(ada) == await anext(ben) == 'event: message\ndata: {"id": "1"}\n\n'


async def test_what_is_said_to_one_reaches_their_pages_alone() -> None:
    stream = Stream()
    with stream.page("ada") as first, stream.page("ada") as second, stream.page("ben") as other:
        stream.tell("message", {"id": "1"}, only_for="ada")
        stream.close()

        assert [len(await _all(page)) for page in (first, second, other)] == [1, 1, 0]


async def test_lines_in_what_is_said_do_not_end_the_event() -> None:
    stream = Stream()
    with stream.page("ada") as page:
        stream.tell("message", {"html": "one\n\ndata: two\r\nthree"})

        event, data, *end = (await anext(page)).split("\n")

    assert (event, end) == ("event: message", ["", ""])
    assert json.loads(data.removeprefix("data: ")) == {"html": "one\n\ndata: two\r\nthree"}


async def test_a_page_that_was_left_is_told_nothing_more() -> None:
    stream = Stream()
    with stream.page("ada") as page:
        pass

    stream.tell("message", {})
    stream.close()

    waiting = asyncio.ensure_future(anext(page))
    await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()


async def test_a_page_that_does_not_read_is_closed_and_holds_nobody_up() -> None:
    stream = Stream()
    with stream.page("ada") as asleep:
        for number in range(2000):
            stream.tell("message", {"id": number})

        assert len(await _all(asleep)) < 2000


async def _all(page: AsyncIterator[str]) -> list[str]:
    async with asyncio.timeout(30):
        return [event async for event in page]
