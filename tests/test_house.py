"""The house rules that a machine can hold: lint, types, import directions, sizes, and a map that is true."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(path for path in (ROOT / "bot").rglob("*.py") if "migrations/versions" not in path.as_posix())
LONGEST_MODULE, LONGEST_FUNCTION, MOST_PUBLIC_METHODS = 250, 25, 7


def run(*command: str) -> None:
    """Run a tool of this environment on the whole tree; its words are the failure."""
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ruff_finds_nothing() -> None:
    run("ruff", "check", "--quiet", ".")


def test_ruff_would_format_nothing() -> None:
    run("ruff", "format", "--check", "--quiet", ".")


@pytest.mark.xdist_group("mypy")
def test_mypy_finds_nothing() -> None:
    run("mypy")


def test_imports_point_down() -> None:
    tool = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([tool, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)

    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_holds_one_concept(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))

    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE
    assert too_long(tree) == []
    assert too_wide(tree) == []


def too_long(tree: ast.Module) -> list[str]:
    """Functions over the cap, docstring and signature left out."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [each.name for each in functions if body_lines(each) > LONGEST_FUNCTION]


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def too_wide(tree: ast.Module) -> list[str]:
    """Classes with more public methods than the cap."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return [each.name for each in classes if public_methods(each) > MOST_PUBLIC_METHODS]


def public_methods(each: ast.ClassDef) -> int:
    functions = [node for node in each.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return sum(not function.name.startswith("_") for function in functions)


def test_an_init_file_is_one_docstring_line() -> None:
    inits = [path for path in MODULES if path.name == "__init__.py"]

    assert [path for path in inits if len(path.read_text(encoding="utf-8").splitlines()) != 1] == []


def test_names_say_something() -> None:
    empty = {"util", "utils", "helper", "helpers", "common", "base", "manager", "misc", "types", "constants"}

    assert [path for path in MODULES if path.stem in empty or path.parent.name in empty] == []


def test_the_map_names_every_room_and_nothing_else() -> None:
    text = (ROOT / "bot" / "README.md").read_text(encoding="utf-8")
    drawn = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)*(?:\.py|/))`", text))

    files = {path.relative_to(ROOT / "bot").as_posix() for path in MODULES if path.name != "__init__.py"}
    rooms = {path.parent.relative_to(ROOT / "bot").as_posix() + "/" for path in MODULES} - {"./"}
    assert drawn - files - rooms == set()
    assert {file for file in files if file not in drawn and not any(in_room(file, room) for room in drawn)} == set()


def in_room(file: str, room: str) -> bool:
    return room.endswith("/") and file.startswith(room)


def test_the_map_is_one_screen() -> None:
    assert len((ROOT / "bot" / "README.md").read_text(encoding="utf-8").splitlines()) <= 80


def test_the_top_level_holds_what_it_may() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    top = {line.split("/")[0] for line in listed.splitlines()}

    allowed = {"pyproject.toml", "README.md", "LICENSE", "bot", "content", "tests", "deploy"}
    assert {name for name in top - allowed if not name.startswith(".")} == set()
