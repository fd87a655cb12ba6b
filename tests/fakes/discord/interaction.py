"""One thing that somebody did with the bot, and what came of it."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum

from tests.fakes.discord.state import Channel, Json, Message, User
from tests.fakes.discord.words import words


class InteractionKind(IntEnum):
    """What was done."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    FORM = 5


class CallbackKind(IntEnum):
    """How the bot answered."""

    REPLY = 4
    THINK = 5
    THINK_OF_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(kw_only=True, eq=False)
class Interaction:
    """`waited` is the time in seconds until the bot answered at all; `failed` says what the person was told instead."""

    id: int
    token: str
    kind: InteractionKind
    user: User
    channel: Channel
    payload: Json
    source: Message | None
    opened_at: datetime
    trigger: "Interaction | None" = None
    started: float = field(default_factory=time.monotonic)
    answer: CallbackKind | None = None
    waited: float | None = None
    failed: str = ""
    original: Message | None = None
    follow_ups: list[Message] = field(default_factory=list)
    choices: list[Json] = field(default_factory=list)
    modal: Json | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def replies(self) -> list[Message]:
        """What the bot said to it, what is still thinking left out."""
        first = [self.original] if self.original is not None and self.original is not self.source else []
        return [message for message in (*first, *self.follow_ups) if not message.loading and not message.deleted]

    @property
    def text(self) -> str:
        """All that the bot said to it, readable."""
        return "\n".join(words(message) for message in self.replies)

    @property
    def thinking(self) -> bool:
        """Whether the person still looks at three dots."""
        return self.original is not None and self.original.loading

    def changed(self) -> None:
        """Something about it is new."""
        self._changed.set()

    async def until(self, so: Callable[[], bool], within: float = 10) -> None:
        """Wait until something about it holds."""
        async with asyncio.timeout(within):
            while not so():
                self._changed.clear()
                await self._changed.wait()

    async def settled(self) -> "Interaction":
        """Wait until the bot has answered and thinks no more."""
        await self.until(lambda: self.answer is not None and not self.thinking)
        return self

    async def heard(self, replies: int = 1) -> "Interaction":
        """Wait until the bot has said so many things."""
        await self.until(lambda: len(self.replies) >= replies)
        return self
