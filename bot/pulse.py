"""The pulse: whether the event loop turns and the agenda is still looked at."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

_APART = 1.0
_MINUTE = 60
_LOOP_DEAD, _AGENDA_DEAD = 10.0, 180.0
"""A look at the agenda may wait about a minute for a database that is started anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat:
    """Seconds since the loop's last turn, since the agenda's last look ended, and the loop's longest stall."""

    loop: float
    agenda: float
    lag: float

    @property
    def is_alive(self) -> bool:
        """Whether a start anew would not make it better."""
        return self.loop < _LOOP_DEAD and self.agenda < _AGENDA_DEAD


class Pulse:
    """Beats every second, or so many `apart`, while it runs; the clock tells seconds, and is never set."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, apart: float = _APART) -> None:
        self._clock = clock
        self._apart = apart
        self._beat_at = self._looked_at = clock()
        self._lags: deque[float] = deque([0.0], maxlen=_MINUTE)

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            before = self._clock()
            await asyncio.sleep(self._apart)
            self._beat_at = self._clock()
            self._lags.append(max(self._beat_at - before - self._apart, 0.0))

    def looked(self) -> None:
        """A look at the agenda came to its end, well or not."""
        self._looked_at = self._clock()

    def lag(self) -> float:
        """The longest stall of the last minute, in seconds."""
        return max(self._lags)

    def now(self) -> Beat:
        """How it stands."""
        now = self._clock()
        return Beat(loop=now - self._beat_at, agenda=now - self._looked_at, lag=self.lag())
