"""The load: learners who click over so many connections, each waiting for its reply before the next one clicks."""

import asyncio
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from statistics import median
from urllib.parse import urlsplit

from tests.bench.slack.clicks import PATH, Button, Click, form_of, signed
from tests.bench.slack.inbox import Inbox, Slot
from tests.bench.slack.wire import read_message, written


class NotCounted(Exception):
    """A click that came to nothing: a round in which that happens has no result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """Who clicks what, how many at once, and when a click counts.

    With `says`, it counts when the private reply has arrived and contains these words; without, when Slack's request
    is answered.
    """

    people: Sequence[str]
    button: Button
    connections: int
    says: str | None
    patience: float = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """Every click's seconds until it counted, those of all together, and the share of them in which the load worked."""

    times: tuple[float, ...]
    seconds: float
    share: float

    @property
    def per_second(self) -> float:
        return len(self.times) / self.seconds

    @property
    def median(self) -> float:
        return median(self.times)


@dataclass(frozen=True, slots=True)
class _Sending:
    """A click ready to go: its bytes, and where its reply will be."""

    request: bytes
    slot: Slot


async def drive(url: str, load: Load, inbox: Inbox) -> Done:
    """Put the load on the bot that listens there; what can be done before the clock starts is done before.

    Raises:
        ExceptionGroup: of NotCounted, when a click came to nothing.
    """
    sendings = [_sending(url, load, person, inbox.slot()) for person in load.people]
    async with _connected(url, load.connections) as lanes:
        started, worked = time.perf_counter(), time.process_time()
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(_one_after_the_other(load, lane, sendings[place :: load.connections]))
                for place, lane in enumerate(lanes)
            ]
        seconds, share = time.perf_counter() - started, time.process_time() - worked
    times = tuple(taken for task in tasks for taken in task.result())
    return Done(times=times, seconds=seconds, share=share / seconds)


def _sending(url: str, load: Load, person: str, slot: Slot) -> _Sending:
    now = time.time()
    body = form_of(Click(person=person, button=load.button, response_url=slot.url, at=now))
    headers = {
        "host": urlsplit(url).netloc,
        "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
        "accept": "application/json,*/*",
        "accept-encoding": "gzip,deflate",
        "content-type": "application/x-www-form-urlencoded",
        **signed(body, now),
    }
    return _Sending(written(f"POST {PATH} HTTP/1.1", headers, body), slot)


@asynccontextmanager
async def _connected(url: str, count: int) -> AsyncIterator[list[tuple[StreamReader, StreamWriter]]]:
    address = urlsplit(url)
    async with AsyncExitStack() as stack:
        lanes = []
        for _ in range(count):
            reader, writer = await asyncio.open_connection(address.hostname, address.port)
            stack.callback(writer.close)
            lanes.append((reader, writer))
        yield lanes


async def _one_after_the_other(
    load: Load, lane: tuple[StreamReader, StreamWriter], sendings: Sequence[_Sending]
) -> list[float]:
    """Each click's seconds until it counted."""
    times = []
    for sending in sendings:
        started = time.perf_counter()
        try:
            async with asyncio.timeout(load.patience):
                times.append(await _counted(load, lane, sending) - started)
        except TimeoutError as error:
            raise NotCounted(f"nothing came within {load.patience} s") from error
    return times


async def _counted(load: Load, lane: tuple[StreamReader, StreamWriter], sending: _Sending) -> float:
    """The moment at which the click counted; the connection is free again by then."""
    reader, writer = lane
    writer.write(sending.request)
    answer = await read_message(reader)
    if not answer.succeeded:
        raise NotCounted(f"answered with {answer.head.splitlines()[0]!r}")
    if load.says is None:
        return time.perf_counter()
    reply = await sending.slot.reply
    if load.says.encode() not in reply.body:
        raise NotCounted(f"replied with {reply.body!r}")
    return reply.at
