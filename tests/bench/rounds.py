"""Measuring a promise: ours and a yardstick take turns in one run; the medians and their ratio make a table."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median

from rich.table import Table

Measure = Callable[[], float]
"""One round on fresh ground; returns what it reached in a second, or whatever the promise compares."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """One row, or one way to look at it; `at_most` is set where less is better."""

    row: int
    name: str
    ours: Measure
    yardstick: Measure
    gate: float
    goal: float
    at_most: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What the rounds of a promise gave: each pair was measured one after the other."""

    promise: Promise
    pairs: tuple[tuple[float, float], ...]

    @property
    def ours(self) -> float:
        return median(ours for ours, _ in self.pairs)

    @property
    def yardstick(self) -> float:
        return median(yardstick for _, yardstick in self.pairs)

    @property
    def ratios(self) -> list[float]:
        """One a round, sorted: a load that comes and goes weighs on both sides of a pair."""
        return sorted(ours / yardstick for ours, yardstick in self.pairs)

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def holds(self) -> bool:
        return self._reaches(self.promise.gate)

    @property
    def verdict(self) -> str:
        if self._reaches(self.promise.goal):
            return "goal reached"
        return "gate held" if self.holds else "BROKEN"

    def __str__(self) -> str:
        return f"{self.promise.row:>2}  {self.promise.name}: {self.ratio:.2f}, {self.verdict}"

    def _reaches(self, limit: float) -> bool:
        return self.ratio <= limit if self.promise.at_most else self.ratio >= limit


def take_turns(promise: Promise, rounds: int) -> Result:
    """Measure both sides in turns, the other one first in every second round."""
    pairs = []
    for number in range(rounds):
        if number % 2:
            yardstick = promise.yardstick()
            pairs.append((promise.ours(), yardstick))
        else:
            ours = promise.ours()
            pairs.append((ours, promise.yardstick()))
    return Result(promise=promise, pairs=tuple(pairs))


def table_of(results: Iterable[Result]) -> Table:
    """The results for people to read; the ratio is the median round's, beside the lowest and the highest."""
    table = Table("row")
    table.add_column("promise", min_width=20)
    for heading in ("ours", "yardstick", "ratio", "gate", "goal", "verdict"):
        table.add_column(heading, no_wrap=True, justify="right")
    for result in results:
        promise, ratios = result.promise, result.ratios
        sign = "≤" if promise.at_most else "≥"
        table.add_row(
            str(promise.row),
            promise.name,
            f"{result.ours:,.0f}",
            f"{result.yardstick:,.0f}",
            f"{result.ratio:.2f} ({ratios[0]:.2f}–{ratios[-1]:.2f})",
            f"{sign} {promise.gate:.2f}",
            f"{sign} {promise.goal:.2f}",
            result.verdict,
        )
    return table
