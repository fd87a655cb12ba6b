"""A chat that outlives its bots: whatever was asked of it stands in a file, a line each."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

from bot.cards.blocks import Card
from bot.cards.plain import plain
from bot.core.address import ChannelAddress, MessageAddress, PersonKey
from bot.core.delivery import DeliveryKind
from bot.port import ChatPlatform, Marked
from tests.kills.points import Points

BUTTON = "[A]"


class Diary:
    """What stands in the chat; a message's number is that of its line."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def add(self, **line: str | None) -> str:
        """Write a line; returns its number."""
        with self._file.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
        return str(len(self._lines()))

    def find(self, key: str) -> str | None:
        """The first message with that key."""
        said = (str(number) for number, line in enumerate(self._lines(), 1) if line["key"] == key)
        return next(said, None)

    def asked(self) -> str:
        """The posting whose card is there; PostgreSQL gives no number twice, so it need not be the first."""
        keys = (line["key"] for line in self._lines() if (line["key"] or "").startswith(DeliveryKind.OPEN))
        return next(keys, "open:0").rpartition(":")[2]

    def messages(self) -> Counter[str]:
        """How often there is a message of each key."""
        return Counter(line["key"] for line in self._lines() if line["key"])

    def with_buttons(self) -> set[str]:
        """The keys of messages that have buttons, as they now stand."""
        lines = self._lines()
        words = {line["edits"] or str(number): line["text"] for number, line in enumerate(lines, 1)}
        return {lines[int(number) - 1]["key"] for number, text in words.items() if BUTTON in text}

    def _lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self._file.read_bytes().splitlines()] if self._file.exists() else []


class DiaryChat(ChatPlatform):
    """A process's way to the chat: every request is a point before it arrives, before its answer does, and after."""

    def __init__(self, diary: Diary, points: Points) -> None:
        self._diary = diary
        self._points = points

    async def post(self, channel: ChannelAddress, card: Card, /, *, key: str) -> MessageAddress:
        return await self._said("post", channel.channel, card, key)

    async def reply(self, channel: ChannelAddress, to: MessageAddress, card: Card, /, *, key: str) -> MessageAddress:
        del to
        return await self._said("reply", channel.channel, card, key)

    async def direct(self, person: PersonKey, card: Card, /, *, key: str) -> MessageAddress:
        return await self._said("direct", person.person, card, key)

    async def edit(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> None:
        del key
        await self._said("edit", channel.channel, card, None, edits=message.message)

    async def find_marked(
        self, channel: ChannelAddress, marked: Marked, /, *, thread: MessageAddress | None = None
    ) -> MessageAddress | None:
        del thread
        found = self._diary.find(marked.key)
        return None if found is None else MessageAddress(channel=channel.channel, message=found)

    async def _said(
        self, what: str, channel: str, card: Card, key: str | None, edits: str | None = None
    ) -> MessageAddress:
        self._points.reach(f"before the {what} arrives")
        number = self._diary.add(key=key, text=plain(card), edits=edits)
        self._points.reach(f"before the {what} is answered")
        await asyncio.sleep(0)
        self._points.reach(f"after the {what} was answered")
        return MessageAddress(channel=channel, message=number)
