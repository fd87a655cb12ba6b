"""A visitor of the demo page: sends what a browser would send, and reads what the page shows and is told."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from html.parser import HTMLParser

import httpx

_CHOICE = re.compile(r'id="choice-(\d+)-([A-J])">(.*?)</div>', re.DOTALL)
_PATIENCE = 10


@dataclass(kw_only=True)
class Shown:
    """A message as the page shows it; `text` without the replies in its thread."""

    id: str
    private: bool
    thread_of: str | None
    text: str = ""
    heading: str = ""

    @property
    def said(self) -> str:
        """The words after the line with name and time."""
        return self.text.partition("UTC ")[2].removeprefix("Only visible to you ").strip()


@dataclass(frozen=True, kw_only=True)
class Asked:
    """An open question: the posting's id, and the choices by letter."""

    posting: str
    choices: dict[str, str]

    @property
    def right(self) -> list[str]:
        """The letters of the right choices."""
        return [letter for letter, text in self.choices.items() if "Right" in text]

    @property
    def wrong(self) -> list[str]:
        """The letters of the others."""
        return [letter for letter, text in self.choices.items() if "Right" not in text]


class Visitor:
    """One person in one channel."""

    def __init__(self, client: httpx.AsyncClient, person: str, channel: str) -> None:
        self.client = client
        self.where = {"as": person, "channel": channel}

    async def page(self) -> str:
        answer = await self.client.get("/", params=self.where)
        return answer.raise_for_status().text

    async def log(self) -> list[Shown]:
        """Every message that the page shows."""
        return _Log(await self.page()).shown

    async def told(self) -> str:
        """The newest private message."""
        return [message for message in await self.log() if message.private][-1].said

    async def heading(self) -> str:
        """What the newest private message begins with."""
        return [message for message in await self.log() if message.private][-1].heading

    async def clock(self) -> datetime:
        found = re.search(r'data-now="([^"]+)"', await self.page())
        assert found is not None
        return datetime.fromisoformat(found[1])

    async def asked(self) -> Asked:
        """The newest open question."""
        found = _CHOICE.findall(await self.page())
        newest = max((posting for posting, _, _ in found), key=int)
        return Asked(posting=newest, choices={letter: text for posting, letter, text in found if posting == newest})

    async def post(self, path: str, **fields: str | list[str]) -> httpx.Response:
        return await self.client.post(path, params=self.where, data=fields)

    async def answer(self, posting: str, *letters: str) -> httpx.Response:
        return await self.post("/answer", posting=posting, letter=list(letters))

    async def type(self, line: str) -> str:
        """Type a command; returns the answer's words."""
        await self.post("/command", text=line)
        return await self.told()

    async def move(self, to: str) -> httpx.Response:
        return await self.post("/clock", move=to)

    @asynccontextmanager
    async def listening(self) -> AsyncIterator["Ear"]:
        """Keep a page open and hear what it is told."""
        async with self.client.stream("GET", "/events", params=self.where) as answer:
            ear = Ear()
            hearing = asyncio.create_task(ear.hear(answer))
            try:
                yield ear
            finally:
                hearing.cancel()
                await asyncio.gather(hearing, return_exceptions=True)


class Ear:
    """What an open page was told so far."""

    def __init__(self) -> None:
        self.heard: list[dict[str, str]] = []
        self.ended = asyncio.Event()
        self._more = asyncio.Event()

    async def hear(self, answer: httpx.Response) -> None:
        async for line in answer.aiter_lines():
            if line.startswith("data: "):
                self.heard.append(json.loads(line.removeprefix("data: ")))
                self._more.set()
        self.ended.set()

    async def hears(self, words: str) -> dict[str, str]:
        """The first event with these words, waited for."""
        async with asyncio.timeout(_PATIENCE):
            while not (found := [event for event in self.heard if words in str(event)]):
                self._more.clear()
                await self._more.wait()
        return found[0]


class _Log(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.shown: list[Shown] = []
        self._open: list[Shown] = []
        self._in_heading = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "article":
            found = dict(attrs)
            private = "private" in (found["class"] or "").split()
            message = Shown(id=found["id"] or "", private=private, thread_of=found.get("data-thread-of"))
            self.shown.append(message)
            self._open.append(message)
        self._in_heading = self._in_heading or (tag == "h2" and bool(self._open) and not self._open[-1].heading)
        self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            message = self._open.pop()
            message.text, message.heading = " ".join(message.text.split()), message.heading.strip()
        self._in_heading = self._in_heading and tag != "h2"

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1].text += data
            self._open[-1].heading += data if self._in_heading else ""
