"""Four worker processes share two thousand due classrooms, and one is killed: `python -m tests.bench workers`."""

from rich.console import Console

from tests.bench.places import a_database
from tests.workers.shift import work_through

CLASSROOMS = 2000


def workers() -> None:
    """Say how it went; the suite holds the same of fewer."""
    console = Console()
    with a_database("postgresql") as database:
        shift = work_through(database, CLASSROOMS, dies_after=100, within=600)
    twice = sum(1 for times in shift.messages.values() if times > 1)
    console.print(f"{CLASSROOMS} classrooms in {shift.seconds:.0f} s: {shift.open_cards} cards open, {twice} twice")
    console.print(f"sent by {dict(shift.by_worker)}; {shift.taken_over} taken over from the one that was killed")
