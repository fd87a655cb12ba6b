"""Everything that can go wrong with a request, queued for the next one that fits."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.routes import Call, Route
from tests.fakes.discord.state import Channel


class Trouble(Enum):
    """What happens instead of an answer."""

    RESET = auto()
    LOST_ANSWER = auto()
    RATE_LIMIT = auto()
    STATUS = auto()
    DELAY = auto()
    REFUSAL = auto()


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One trouble for one request of a route, in one channel if it names one."""

    trouble: Trouble
    route: Route
    channel: int | None = None
    seconds: float = 0
    everywhere: bool = False
    status: int = 0
    refusal: Refusal = Refusal.MISSING_PERMISSIONS

    def fits(self, call: Call) -> bool:
        return self.route is call.route and self.channel in (None, call.channel)


@dataclass
class Faults:
    """Each call queues one fault for the next request that fits; a queue is worked off from its front."""

    queue: list[Fault] = field(default_factory=list)
    met: list[Fault] = field(default_factory=list)

    def reset(self, route: Route, channel: Channel | None = None) -> None:
        """The line breaks before anything is done; a GET on a kept line is tried again by the HTTP client itself."""
        self._add(Trouble.RESET, route, channel)

    def lose_answer(self, route: Route, channel: Channel | None = None) -> None:
        """All is done, and the line breaks before the answer."""
        self._add(Trouble.LOST_ANSWER, route, channel)

    def rate_limit(
        self, route: Route, channel: Channel | None = None, *, seconds: float = 0.05, everywhere: bool = False
    ) -> None:
        """Too many requests, for one route or for the whole bot."""
        self._add(Trouble.RATE_LIMIT, route, channel, seconds=seconds, everywhere=everywhere)

    def fail(self, route: Route, channel: Channel | None = None, *, status: int = 503) -> None:
        """An outage: nothing is done, and the answer is no JSON."""
        self._add(Trouble.STATUS, route, channel, status=status)

    def delay(self, route: Route, channel: Channel | None = None, *, seconds: float = 0.05) -> None:
        """It takes that long before it is done."""
        self._add(Trouble.DELAY, route, channel, seconds=seconds)

    def refuse(self, route: Route, channel: Channel | None = None, *, refusal: Refusal) -> None:
        """Discord refuses, for whatever reason."""
        self._add(Trouble.REFUSAL, route, channel, refusal=refusal)

    def take(self, call: Call) -> Fault | None:
        """The first fault that fits, which is then gone."""
        found = next((fault for fault in self.queue if fault.fits(call)), None)
        if found is not None:
            self.queue.remove(found)
            self.met.append(found)
        return found

    def _add(self, trouble: Trouble, route: Route, channel: Channel | None, **more: Any) -> None:
        number = None if channel is None else channel.id
        self.queue.append(Fault(trouble=trouble, route=route, channel=number, **more))
