"""The figures that Prometheus reads: what was answered, sent and owed, how late, and what went wrong."""

import math
from collections.abc import Callable, Mapping
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

_REPLY = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)
_LATENESS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0, 3600.0, 14400.0)
_GROUP = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """Series of one process, in a registry of its own; labels take words of the program, never ids of people."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        counter = partial(Counter, namespace="trapwise", registry=self.registry)
        gauge = partial(Gauge, namespace="trapwise", registry=self.registry)
        histogram = partial(Histogram, namespace="trapwise", registry=self.registry)
        self._answers = counter("answers", "Clicks by what came of them.", ("platform", "outcome"))
        self._replies = histogram("reply_seconds", "From a click to its private reply.", ("platform",), buckets=_REPLY)
        self._deliveries = counter("deliveries", "Tries to send by what came of them.", ("kind", "outcome"))
        self._lateness = histogram("delivery_lateness_seconds", "From due to sent.", ("kind",), buckets=_LATENESS)
        self._groups = histogram("desk_group_size", "Writes that shared a transaction.", buckets=_GROUP)
        self._queue = gauge("desk_queue", "Writes that wait for the database, those it is at work on included.")
        self._lag = gauge("loop_lag_seconds", "The longest stall of the event loop within a minute.")
        self._owed = gauge("owed_deliveries", "What is owed or has failed, by state.", ("state",))
        self._oldest = gauge("oldest_owed_delivery_seconds", "The age of what has been owed longest.")
        self._troubles = counter("troubles", "Lines of the log from warning on.", ("event", "level"))

    def answered(self, platform: str, outcome: str) -> None:
        """A click was dealt with."""
        self._answers.labels(platform, outcome).inc()

    def replied(self, platform: str, seconds: float) -> None:
        """So long after a click its private reply was handed to the platform."""
        self._replies.labels(platform).observe(seconds)

    def delivered(self, kind: str, outcome: str, lateness: float | None = None) -> None:
        """A delivery was tried; how late it was is told of those that arrived."""
        self._deliveries.labels(kind, outcome).inc()
        if lateness is not None:
            self._lateness.labels(kind).observe(lateness)

    def grouped(self, writes: int) -> None:
        """So many writes shared a transaction."""
        self._groups.observe(writes)

    def watch(self, *, queue: Callable[[], float] | None = None, lag: Callable[[], float] | None = None) -> None:
        """Ask there whenever somebody reads."""
        for series, told in ((self._queue, queue), (self._lag, lag)):
            if told is not None:
                series.set_function(told)

    def owed(self, states: Mapping[str, int], oldest: float | None) -> None:
        """What the database owes, and the age of the oldest of it; nothing and None where it does not tell now."""
        self._owed.clear()
        for state, number in states.items():
            self._owed.labels(state).set(number)
        self._oldest.set(math.nan if oldest is None else oldest)

    def trouble(self, event: str, level: str) -> None:
        """A line of the log."""
        self._troubles.labels(event, level).inc()
