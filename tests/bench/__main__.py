"""The benchmarks' command line: `python -m tests.bench --help`; words in place of numbers name long trials."""

import pkgutil
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from tests.bench.bad_input import bad_input
from tests.bench.kill import kill
from tests.bench.nine import nine
from tests.bench.outage import outage
from tests.bench.rounds import Promise, Result, table_of, take_turns
from tests.bench.workers import workers


def bench(
    rows: Annotated[list[int] | None, typer.Argument(help="The rows to measure; without any, all of them.")] = None,
    *,
    rounds: Annotated[int, typer.Option(min=5, help="How often both sides of a promise take their turn.")] = 5,
    only_list: Annotated[bool, typer.Option("--list", help="Only say which rows there are.")] = False,
) -> None:
    """Measure what Trapwise promises of its speed; ends with 1 when a promise does not hold."""
    console = Console(width=120)
    promises = [promise for promise in _promises() if not rows or promise.row in rows]
    if unknown := set(rows or ()) - {promise.row for promise in promises}:
        raise typer.BadParameter(f"no such row: {', '.join(map(str, sorted(unknown)))}")
    if only_list:
        for promise in promises:
            console.print(f"{promise.row:>2}  {promise.name}")
        return
    results: list[Result] = []
    try:
        for promise in promises:
            results.append(take_turns(promise, rounds))
            console.print(str(results[-1]))
    finally:  # A round that is worth nothing ends the run, and what was measured before it stands.
        console.print(table_of(results))
    if not all(result.holds for result in results):
        raise typer.Exit(1)


def _promises() -> list[Promise]:
    """The promises of every module `row_…` beside this file, in the order of their names."""
    names = sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]))
    modules = [import_module(f"tests.bench.{name}") for name in names if name.startswith("row_")]
    return [promise for module in modules for promise in module.PROMISES]


TRIALS: dict[str, Callable[..., None]] = {
    "kill": kill,
    "input": bad_input,
    "nine": nine,
    "outage": outage,
    "workers": workers,
}
"""Long trials of what the suite tries shortly."""

if __name__ == "__main__":
    trial = TRIALS.get("".join(sys.argv[1:2]))
    if trial is not None:
        del sys.argv[1]
    typer.run(trial or bench)
