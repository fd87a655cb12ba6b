"""How well a learner knows a topic, with how sure we are: a Beta-Binomial by topic, recent answers weighing more."""

import functools
import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from bot.core.question import TopicId

HALF_LIFE = timedelta(days=30)
PRIOR_STRENGTH = 6.0
"""How many answers the learner's overall rate is worth in a topic where they gave none."""
INTERVAL = 0.8
_GRID = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One answer on time to a question asked for the first time."""

    topic: TopicId
    correct: bool
    answered_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Mastery:
    """One topic: plain counts, the estimated rate, and the interval that holds it four times in five (all 0 to 1)."""

    topic: TopicId
    answered: int
    correct: int
    rate: float
    low: float
    high: float


def mastery(evidence: Iterable[Evidence], *, now: datetime) -> tuple[Mastery, ...]:
    """The mastery of every topic with evidence, in the order of their ids.

    Source: Beta posterior with the learner's own overall rate as prior mean (itself shrunk towards one half),
    weights halving every 30 days.
    """
    kept = list(evidence)
    return tuple(_mastery(kept, topic, now) for topic in sorted({item.topic for item in kept}))


def mastery_in(evidence: Sequence[Evidence], topic: TopicId, *, now: datetime) -> Mastery | None:
    """The mastery of one topic, None without evidence in it; the rest of the evidence tells the overall rate."""
    return _mastery(evidence, topic, now) if any(item.topic == topic for item in evidence) else None


def _mastery(evidence: Sequence[Evidence], topic: TopicId, now: datetime) -> Mastery:
    weighed = [(item, 0.5 ** ((now - item.answered_at) / HALF_LIFE)) for item in evidence]
    right_overall = sum(weight for item, weight in weighed if item.correct)
    overall = (right_overall + 1) / (sum(weight for _, weight in weighed) + 2)
    mine = [(item, weight) for item, weight in weighed if item.topic == topic]
    right = sum(weight for item, weight in mine if item.correct)
    wrong = sum(weight for item, weight in mine if not item.correct)
    a, b = PRIOR_STRENGTH * overall + right, PRIOR_STRENGTH * (1 - overall) + wrong
    rate = a / (a + b)
    low, high = _interval(round(a, 2), round(b, 2))
    return Mastery(
        topic=topic,
        answered=len(mine),
        correct=sum(item.correct for item, _ in mine),
        rate=rate,
        # The mean of a very lopsided density lies outside of its central interval.
        low=min(low, rate),
        high=max(high, rate),
    )


@functools.lru_cache(maxsize=4096)
def _interval(a: float, b: float) -> tuple[float, float]:
    """The central interval of Beta(a, b), by summing its density on a grid (exact to about 1/400).

    Kept a while: in a channel many people stand alike.
    """
    logs = [(a - 1) * left + (b - 1) * right for left, right in _grid()]
    top = max(logs)
    density = list(map(math.exp, [value - top for value in logs]))
    tail = (1 - INTERVAL) / 2 * sum(density)
    return _quantile(density, tail), 1 - _quantile(density[::-1], tail)


@functools.cache
def _grid() -> tuple[tuple[float, float], ...]:
    """The logarithms of each place between 0 and 1, and of what is left to 1."""
    places = [(step + 0.5) / _GRID for step in range(_GRID)]
    return tuple((math.log(place), math.log1p(-place)) for place in places)


def _quantile(density: Sequence[float], mass: float) -> float:
    step = bisect_left(list(accumulate(density)), mass)
    return (min(step, _GRID - 1) + 0.5) / _GRID
