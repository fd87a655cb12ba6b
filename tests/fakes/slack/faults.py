"""Everything that can go wrong on command, and the queue of what is to go wrong next."""

import asyncio
from collections import deque
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetBefore:
    """The connection breaks and nothing was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseAnswer:
    """The work is done, and the connection breaks before the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TooMany:
    """429, with the seconds to wait."""

    retry_after: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerError:
    """A page of HTML in place of an answer."""

    status: int = 503
    after_work: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """`ok: false` with this error."""

    error: str
    after_work: bool = False


@dataclass(frozen=True, slots=True)
class Delay:
    """The answer is late, by seconds or until an event is set; the work is done before or after the wait."""

    until: float | asyncio.Event
    after_work: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Twice:
    """The app gets what a person did twice at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DropSocket:
    """The socket breaks as soon as the envelope is on it."""


Fault = ResetBefore | LoseAnswer | TooMany | ServerError | Word | Delay | Twice | DropSocket


@dataclass
class Faults:
    """A queue for each method or kind of payload, and one more for each channel."""

    waiting: dict[tuple[str, str | None], deque[Fault]] = field(default_factory=dict)

    def add(self, name: str, *faults: Fault, channel: str | None = None, times: int = 1) -> None:
        """Let the next calls of this name go wrong, one after another."""
        self.waiting.setdefault((name, channel), deque()).extend(faults * times)

    def take(self, name: str, channel: str | None = None) -> Fault | None:
        """What goes wrong now, if anything."""
        for key in ((name, channel), (name, None)):
            if self.waiting.get(key):
                return self.waiting[key].popleft()
        return None


async def wait(until: float | asyncio.Event) -> None:
    if isinstance(until, asyncio.Event):
        await until.wait()
    else:
        await asyncio.sleep(until)
