"""Many kills one after the other, and what came of them: `python -m tests.kills.sweep` says it as JSON.

They are done by a process that has one thread and has loaded everything: each life begins with a fork of it.
"""

import json
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import structlog

from tests.kills.ground import a_ground
from tests.kills.life import Day, Ended, Flow, Kill

_TRIES = 5
_SOON = 60


@dataclass
class Sweep:
    """How it went: each flow's points, how many processes were killed, which kills failed, and all that was wrong."""

    points: dict[Flow, list[str]]
    killed: int = 0
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, kill: Kill, ended: Ended) -> None:
        self.killed += ended.killed
        self.missed += [] if ended.killed else [f"{kill.flow}, {kill.at}"]
        self.wrong += [f"{kill.flow}, {kill.at}, {kill.again}: {what}" for what in ended.wrong]


def at_every_point(kind: str) -> Sweep:
    """One kill at each point of a day with one learner."""
    with TemporaryDirectory() as folder, a_ground(kind, Path(folder)) as ground:
        day = Day(ground, people=1)
        day.rehearse()
        sweep = Sweep(day.points)
        for kill in (Kill(flow=flow, at=name) for flow, names in day.points.items() for name in names):
            sweep.add(kill, _insisting(day, kill))
    return sweep


def at_random(kind: str, many: int, *, seed: int) -> Sweep:
    """So many kills anywhere in a day with eight learners who click at once; some of those who come after die too."""
    dice = Random(seed)  # noqa: S311 - a test's dice
    with TemporaryDirectory() as folder, a_ground(kind, Path(folder)) as ground:
        day = Day(ground, people=8)
        day.rehearse()
        sweep = Sweep(day.points)
        while sweep.killed < many:
            flow = dice.choice(list(Flow))
            again = tuple(dice.randint(1, _SOON) for _ in range(dice.randrange(3)))
            kill = Kill(flow=flow, at=dice.randint(1, len(day.points[flow])), again=again)
            sweep.add(kill, day.live(kill))
    return sweep


def _insisting(day: Day, kill: Kill) -> Ended:
    """What follows the kill; threads and requests take turns as they like, so that a point may be missed."""
    for _ in range(_TRIES):
        ended = day.live(kill)
        if ended.killed or ended.wrong:
            break
    return ended


if __name__ == "__main__":
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    print(json.dumps(asdict(at_every_point("sqlite"))))  # noqa: T201
