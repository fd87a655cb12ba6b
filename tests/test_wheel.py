"""The wheel: an installed Trapwise has its questions, its page and its migrations."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent


pytestmark = pytest.mark.xdist_group("wheel")


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of all files in a freshly built wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as opened:
        return set(opened.namelist())


def test_every_content_file_is_in_the_wheel(shipped: set[str]) -> None:
    content = ROOT / "content"
    files = {path.relative_to(content).as_posix() for path in content.rglob("*") if path.is_file()}

    assert {f"bot/_content/{name}" for name in files} <= shipped


@pytest.mark.parametrize("ending", [".py", ".html", ".css", ".js", ".svg", ".mako"])
def test_every_file_of_the_program_is_in_the_wheel(shipped: set[str], ending: str) -> None:
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "bot").rglob(f"*{ending}")}

    assert files
    assert files <= shipped


def test_no_test_is_in_the_wheel(shipped: set[str]) -> None:
    assert not {name for name in shipped if name.startswith("tests/")}
