"""Slack's clock: the real one until a test moves or stops it."""

import time
from datetime import datetime


class Clock:
    """Seconds since the epoch; also numbers messages, so that no two of a world share a ts."""

    def __init__(self) -> None:
        self._frozen: float | None = None
        self._ahead = 0.0
        self._last_ts = 0

    def now(self) -> float:
        return (time.time() if self._frozen is None else self._frozen) + self._ahead

    def freeze(self, at: datetime) -> None:
        """Stand still at a moment; only `advance` goes on from there."""
        self._frozen, self._ahead = at.timestamp(), 0.0

    def advance(self, seconds: float) -> None:
        self._ahead += seconds

    def ts(self) -> str:
        """A message's timestamp, which is its name in a channel."""
        self._last_ts = max(self._last_ts + 1, int(self.now() * 1_000_000))
        return as_ts(self._last_ts / 1_000_000)


def as_ts(moment: float) -> str:
    return f"{moment:.6f}"
