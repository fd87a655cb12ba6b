"""The demo as a process: what keeps it from starting, and the command line beside it."""

import io
import socket
import time
import urllib.request
from pathlib import Path

import pytest

from tests.shell import Shell, a_content_folder, a_process


def test_a_demo_whose_port_is_taken_says_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        demo = a_process("demo", "--port", str(port), cwd=tmp_path)
        out, err = demo.communicate(timeout=60)

    assert (demo.returncode, out) == (2, "")
    assert err.startswith(f"Port {port} cannot be used: Address already in use")
    assert err.endswith("For example: trapwise demo --port 0 (for run, TRAPWISE_HTTP__PORT=0)\n")


@pytest.mark.parametrize("database", ["a-folder", "a-file", "no/such/folder.db"])
def test_a_demo_without_a_usable_database_is_one_clear_line(shell: Shell, tmp_path: Path, database: str) -> None:
    (tmp_path / "a-folder").mkdir()
    (tmp_path / "a-file").write_text("hello")

    told = shell("demo", "--port", "0", "--database", database)

    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    assert told.err.startswith(f"{database} cannot be used as Trapwise's database")


def test_a_demo_of_broken_questions_names_the_first(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAPWISE_CONTENT", str(a_content_folder(tmp_path / "content", "title: [\n")))

    told = shell("demo", "--port", "0")

    assert (told.code, told.out) == (2, "")
    assert told.err.startswith("The questions cannot be used: ncp-genl/safety/q1.yaml:")


def test_the_command_line_works_beside_a_running_demo(tmp_path: Path) -> None:
    demo = a_process("demo", "--port", "0", cwd=tmp_path)
    try:
        assert isinstance(demo.stdout, io.TextIOWrapper)
        page = demo.stdout.readline().strip()

        asked = a_process("classroom", "ask", cwd=tmp_path)
        out, err = asked.communicate(timeout=60)

        assert (asked.returncode, err) == (0, "")
        assert out.startswith("Question 2 is on its way")
        assert _appears(page, "Extra question 2")
    finally:
        demo.terminate()
        demo.communicate(timeout=60)


def _appears(page: str, words: str) -> bool:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        with urllib.request.urlopen(page, timeout=10) as response:  # noqa: S310 - our own page on this machine
            if words in response.read().decode():
                return True
        time.sleep(0.2)
    return False
