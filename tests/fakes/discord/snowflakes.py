"""Ids that tell their time, as Discord makes them."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
OTHERS = 1 << 21


def snowflake(moment: datetime) -> int:
    """The lowest id of that millisecond."""
    return ((moment - EPOCH) // timedelta(milliseconds=1)) << 22


@dataclass
class Snowflakes:
    """Ids of one world; every one is its own, and those made now only ever rise."""

    clock: Callable[[], datetime]
    _last: int = 0
    _count: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def new(self) -> int:
        """An id of now."""
        self._last = max(self._last + 1, snowflake(self.clock()))
        return self._last

    def at(self, moment: datetime) -> int:
        """An id of any moment, unlike all that are made now."""
        return snowflake(moment) + OTHERS + next(self._count)
