"""Discord's rate limits: fifty requests a second for the bot; five sends, and five edits, in five seconds a channel."""

import time
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fakes.discord.routes import Call, Route

LIMITED = (Route.SEND, Route.EDIT)


@dataclass
class Limits:
    """Off until `on`; `window` is the time in seconds for `per_channel` requests, as `clock` counts them."""

    on: bool = False
    clock: Callable[[], float] = time.monotonic
    overall: int = 50
    per_channel: int = 5
    window: float = 5.0
    hits: list[Call] = field(default_factory=list)
    _all: deque[float] = field(default_factory=deque)
    _buckets: defaultdict[tuple[Route, int | None], deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def take(self, call: Call) -> "Over | None":
        """Count a request, or tell how long it has to wait."""
        if not self.on or call.route.by_token:
            return None
        now = self.clock()
        wait = room_in(self._all, self.overall, 1.0, now)
        if wait:
            self.hits.append(call)
            return Over(seconds=wait, everywhere=True)
        bucket = self._buckets[call.route, call.channel]
        if call.route in LIMITED:
            wait = room_in(bucket, self.per_channel, self.window, now)
            if wait:
                self.hits.append(call)
                return Over(seconds=wait, everywhere=False)
            bucket.append(now)
        self._all.append(now)
        return None

    def headers(self, call: Call) -> dict[str, str]:
        """What the answer tells about the bucket."""
        if not self.on or call.route not in LIMITED:
            return {}
        bucket = self._buckets[call.route, call.channel]
        left = self.window - (self.clock() - bucket[0]) if bucket else self.window
        return {
            "X-RateLimit-Limit": str(self.per_channel),
            "X-RateLimit-Remaining": str(self.per_channel - len(bucket)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": call.route.name.lower(),
        }


@dataclass(frozen=True, kw_only=True)
class Over:
    """A limit that was reached."""

    seconds: float
    everywhere: bool

    @property
    def headers(self) -> dict[str, str]:
        """`Via` tells the client that Discord itself speaks, not what stands in front of it."""
        told = {"Retry-After": f"{self.seconds:.3f}", "Via": "1.1 loopback"}
        if self.everywhere:
            return told | {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
        return told | {
            "X-RateLimit-Scope": "user",
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": f"{time.time() + self.seconds:.3f}",
            "X-RateLimit-Reset-After": f"{self.seconds:.3f}",
        }

    @property
    def body(self) -> dict[str, object]:
        return {"message": "You are being rate limited.", "retry_after": self.seconds, "global": self.everywhere}


def room_in(times: deque[float], most: int, window: float, now: float) -> float:
    """How long to wait until fewer than `most` fall into the window; 0 if there is room."""
    while times and times[0] <= now - window:
        times.popleft()
    return times[0] + window - now if len(times) >= most else 0
