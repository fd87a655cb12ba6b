"""How well a learner knows a topic, with how sure we are: a Beta-Binomial by topic, recent answers weighing more."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

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
    kept = sorted(evidence, key=lambda item: item.topic)
    weight = {id(item): 0.5 ** ((now - item.answered_at) / HALF_LIFE) for item in kept}
    right_overall = sum(weight[id(item)] for item in kept if item.correct)
    overall = (right_overall + 1) / (sum(weight.values()) + 2)
    found = []
    for topic in dict.fromkeys(item.topic for item in kept):
        mine = [item for item in kept if item.topic == topic]
        right = sum(weight[id(item)] for item in mine if item.correct)
        wrong = sum(weight[id(item)] for item in mine if not item.correct)
        a, b = PRIOR_STRENGTH * overall + right, PRIOR_STRENGTH * (1 - overall) + wrong
        rate = a / (a + b)
        low, high = _interval(a, b)
        found.append(
            Mastery(
                topic=topic,
                answered=len(mine),
                correct=sum(item.correct for item in mine),
                rate=rate,
                # The mean of a very lopsided density lies outside of its central interval.
                low=min(low, rate),
                high=max(high, rate),
            )
        )
    return tuple(found)


def _interval(a: float, b: float) -> tuple[float, float]:
    """The central interval of Beta(a, b), by summing its density on a grid (exact to about 1/400)."""
    places = [(step + 0.5) / _GRID for step in range(_GRID)]
    logs = [(a - 1) * math.log(x) + (b - 1) * math.log1p(-x) for x in places]
    top = max(logs)
    density = [math.exp(value - top) for value in logs]
    tail = (1 - INTERVAL) / 2 * sum(density)
    return _quantile(places, density, tail), 1 - _quantile(places, density[::-1], tail)


def _quantile(places: list[float], density: list[float], mass: float) -> float:
    running = 0.0
    for place, height in zip(places, density, strict=True):
        running += height
        if running >= mass:
            return place
    return places[-1]
