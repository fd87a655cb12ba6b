"""A PostgreSQL server that is away for a whole minute: `python -m tests.bench outage`."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from tests.workers.outage import live_through

AWAY = 60


def outage() -> None:
    """Say how it went; the suite holds the same of a moment."""
    with TemporaryDirectory() as folder:
        lived = asyncio.run(live_through(Path(folder) / "server", away=AWAY))
    twice = sum(times > 1 for times in lived.messages.values())
    console = Console(width=120)
    console.print(f"away for {AWAY} s, over in {lived.seconds:.0f} s: {len(lived.messages)} messages, {twice} twice")
    console.print(f"learners were told {dict(lived.told)}; {lived.stored} answers are stored")
    console.print(f"the log: {dict(lived.events)}")
