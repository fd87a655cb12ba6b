"""The command line as somebody at the server types it."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.core.address import ChannelAddress
from bot.store.database import Database
from bot.tutor import setup
from tests.builders import CHANNEL, an_admin

HOUSE = Path(__file__).parents[1]


@dataclass(frozen=True)
class Ended:
    """What a command said, and how it ended."""

    code: int
    out: str
    err: str


Shell = Callable[..., Ended]


def make_classroom(database: Database, at: ChannelAddress = CHANNEL, days: str = "daily", zone: str = "UTC") -> None:
    wish = setup.Wish(at=datetime(2026, 1, 1, 2, 30, tzinfo=UTC).time(), zone=zone, days=days)
    with database.writer.begin() as tx:
        setup.set_up(tx, an_admin(), at, wish, seed="seed", now=datetime.now(UTC))


def a_content_folder(folder: Path, question: str) -> Path:
    """A folder with one pack of one question."""
    topic = folder / "ncp-genl" / "safety"
    topic.mkdir(parents=True)
    about = "id: ncp-genl\ntitle: A pack\nexam: An exam\nlicence: MIT\n"
    topics = "topics:\n  - {id: safety, title: Safety, weight: 1}\n"
    (folder / "ncp-genl" / "pack.yaml").write_text(about + topics)
    (topic / "q1.yaml").write_text(question)
    return folder


def a_process(*words: str, cwd: Path, **environment: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *words],
        cwd=cwd,
        env={"PATH": "", "HOME": str(cwd), "PYTHONPATH": str(HOUSE), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
