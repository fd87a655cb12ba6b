"""Slack as the bot under load sees it: places for private replies, and a Web API that says yes to everything."""

import asyncio
import json
import time
from asyncio import Future, StreamReader, StreamWriter
from dataclasses import dataclass
from typing import Self

from tests.bench.slack.clicks import BOT, BOT_USER, CHANNEL, TEAM
from tests.bench.slack.wire import Message, read_message, written

_REPLY = "/reply/"
_TAKEN = written("HTTP/1.1 200 OK", {"content-type": "text/plain"}, b"ok")
_YES = {
    "ok": True,
    "url": "https://bench.slack.com/",
    "team": "Bench",
    "team_id": TEAM,
    "user": "trapwise",
    "user_id": BOT_USER,
    "bot_id": BOT,
    "channel": CHANNEL,
    "ts": "1.000001",
}
_AGREED = written("HTTP/1.1 200 OK", {"content-type": "application/json"}, json.dumps(_YES).encode())


@dataclass(frozen=True, slots=True)
class Reply:
    """A private reply, and when it arrived on the clock of `time.perf_counter`."""

    at: float
    body: bytes


@dataclass(frozen=True, slots=True)
class Slot:
    """Where one click's reply is to be sent; the first that arrives is kept."""

    url: str
    reply: Future[Reply]


class Inbox:
    """Listens on this machine alone while its context lasts."""

    def __init__(self) -> None:
        self._waiting: dict[str, Future[Reply]] = {}
        self._callers: set[StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._url = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for caller in self._callers:
            caller.close()
        await self._server.wait_closed()

    @property
    def api(self) -> str:
        """The address to give a Slack client in place of Slack's own."""
        return f"{self._url}/api/"

    def slot(self) -> Slot:
        """A new place for a reply."""
        path = f"{_REPLY}{len(self._waiting)}"
        self._waiting[path] = asyncio.get_running_loop().create_future()
        return Slot(f"{self._url}{path}", self._waiting[path])

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._callers.add(writer)
        try:
            while True:
                writer.write(self._answer(await read_message(reader)))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self._callers.discard(writer)
            writer.close()

    def _answer(self, message: Message) -> bytes:
        waiting = self._waiting.get(message.path)
        if waiting is None:
            return _AGREED
        if not waiting.done():
            waiting.set_result(Reply(time.perf_counter(), message.body))
        return _TAKEN
