"""Killing the bot at every step and at random, on both databases: `python -m tests.bench kill`."""

import sys
import time
from collections.abc import Callable
from typing import Annotated

import structlog
import typer
from rich.console import Console

from tests.bench.places import NAMES
from tests.kills.sweep import Sweep, at_every_point, at_random


def kill(
    *,
    many: Annotated[int, typer.Option("--random", help="Random kills on each database.")] = 1000,
    seed: Annotated[int | None, typer.Option(help="Repeat those of an earlier run.")] = None,
) -> None:
    """Kill it and see what the next one makes of it; ends with 1 when anything is lost or doubled."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    console, own = Console(width=120), time.time_ns() % 2**32 if seed is None else seed
    swept = []
    for one, name in NAMES.items():
        swept.append(_told(console, f"{name}, every point", lambda: at_every_point(one)))  # noqa: B023 - called at once
        swept.append(_told(console, f"{name}, random, seed {own}", lambda: at_random(one, many, seed=own)))  # noqa: B023
    if any(each.wrong for each in swept):
        raise typer.Exit(1)


def _told(console: Console, what: str, sweep: Callable[[], Sweep]) -> Sweep:
    began = time.monotonic()
    swept = sweep()
    points = ", ".join(f"{flow} {len(names)}" for flow, names in swept.points.items())
    console.print(f"{what}: {swept.killed} kills in {time.monotonic() - began:.0f} s (points: {points})")
    console.print(f"    {len(swept.missed)} not reached, {len(swept.wrong)} doubles and losses")
    for wrong in swept.wrong:
        console.print(f"    {wrong}")
    return swept
