"""Five hundred classrooms due at nine on each platform, all at once: `python -m tests.bench nine`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from bot.store.database import Database
from bot.store.schema import upgrade
from tests.fakes.leaping_loop import leaping
from tests.stories.test_limits_at_nine import on_discord, on_slack


def nine() -> None:
    """Say when the cards came, and how long clicks waited meanwhile."""
    console = Console(width=120)
    for name, morning in (("discord", on_discord), ("slack", on_slack)):
        with TemporaryDirectory() as folder:
            database = Database(f"sqlite:///{Path(folder) / 'nine.db'}")
            upgrade(database)
            seen = leaping(morning(database, 50, 10))
            database.close()
        told = f"{len(seen.cards)} cards, the last {max(seen.cards):.1f} s after nine, {seen.refused} refused with 429"
        waits = f"; {len(seen.waits)} clicks waited at most {max(seen.waits, default=0):.3f} s, {seen.counted} counted"
        console.print(f"{name}: {told}{waits} {seen.troubles}", markup=False)
