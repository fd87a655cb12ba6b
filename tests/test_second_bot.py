"""A second bot on the file of one that runs, and the next one after a crash."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.shell import a_process

TOKENS = {"TRAPWISE_SLACK__BOT_TOKEN": "xoxb-1234567890", "TRAPWISE_SLACK__APP_TOKEN": "xapp-1234567890"}
REFUSED = (
    "Another Trapwise is running on trapwise.db: a SQLite file takes one at a time. "
    "Stop it, or name another database; on PostgreSQL many may run.\n"
)


@contextmanager
def a_demo(folder: Path) -> Iterator[str]:
    """A running demo's first line; it is killed in the end, without a chance to tidy up."""
    demo = a_process("demo", "--port", "0", cwd=folder)
    assert isinstance(demo.stdout, io.TextIOWrapper)
    try:
        yield demo.stdout.readline()
    finally:
        demo.kill()
        demo.communicate()


def test_a_second_demo_is_refused_with_the_reason(tmp_path: Path) -> None:
    with a_demo(tmp_path):
        second = a_process("demo", "--port", "0", cwd=tmp_path)
        told = second.communicate(timeout=60)

    assert (second.returncode, *told) == (2, "", REFUSED)


def test_a_bot_beside_a_demo_is_refused_with_the_reason(tmp_path: Path) -> None:
    with a_demo(tmp_path):
        second = a_process("run", cwd=tmp_path, **TOKENS)
        told = second.communicate(timeout=60)

    assert (second.returncode, *told) == (2, "", REFUSED)


def test_after_a_crash_the_next_one_starts_at_once(tmp_path: Path) -> None:
    with a_demo(tmp_path) as first:
        pass
    with a_demo(tmp_path) as second:
        pass

    assert first.startswith("http://")
    assert second.startswith("http://")
