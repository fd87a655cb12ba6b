"""The demo as people start it: a process of its own."""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from bot.cards.trouble import NEUTRAL

COMMAND = (sys.executable, "-m", "bot", "demo")
HOME = Path(__file__).parents[3]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder to start in."""
    made = tmp_path / "empty"
    made.mkdir()
    return made


@contextmanager
def a_demo(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running demo and its first line."""
    with subprocess.Popen(
        (*COMMAND, *options),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(HOME)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline()
        finally:
            process.kill()


def test_the_address_stands_alone_on_the_first_line(folder: Path) -> None:
    with a_demo(folder, "--port", "0") as (_, line):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+\n", line)

        assert [file.name for file in folder.glob("*.db")] == ["trapwise.db"]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_order_while_a_page_is_open(folder: Path, sign: signal.Signals) -> None:
    with a_demo(folder, "--port", "0") as (process, line):
        with urllib.request.urlopen(f"{line.strip()}/events?as=ada") as events:  # noqa: S310
            process.send_signal(sign)
            rest = events.read()

        out, err = process.communicate(timeout=10)

    assert (process.returncode, rest, out, err) == (0, b"", "", "")
    assert not list(folder.glob("*.db-wal"))


def test_a_taken_port_is_one_clear_line(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with a_demo(folder, "--port", str(port)) as (process, line):
            _, err = process.communicate(timeout=20)

    assert (process.returncode, line) == (2, "")
    assert (
        err == f"Port {port} cannot be used: Address already in use. "
        "For example: trapwise demo --port 0 (for run, TRAPWISE_HTTP__PORT=0)\n"
    )


def test_content_that_is_not_in_order_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPWISE_CONTENT", str(folder))

    with a_demo(folder, "--port", "0") as (process, line):
        _, err = process.communicate(timeout=20)

    assert (process.returncode, line) == (2, "")
    assert len(err.splitlines()) == 1
    assert json.dumps(str(folder.name)).strip('"') in err


def test_a_failure_is_logged_once_without_what_people_wrote(folder: Path) -> None:
    with a_demo(folder, "--port", "0") as (process, line):
        with sqlite3.connect(folder / "trapwise.db") as database:
            database.execute("DROP TABLE web_message")
        database.close()

        answer = httpx.post(f"{line.strip()}/command?as=ada", data={"text": "/tutor sesame"}, trust_env=False)
        process.terminate()
        _, err = process.communicate(timeout=10)

    assert (answer.status_code, answer.text) == (500, NEUTRAL)
    assert err.count("request_failed") == 1
    assert "no such table" in err
    assert "sesame" not in err
