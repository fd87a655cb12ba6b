import re
import subprocess
from pathlib import Path

import pytest

from bot.commands.catalogue import Catalogue
from bot.verbs import cli
from tests.every_setting import every_setting

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
RUN = "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/trapwise demo"
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest"
DOCUMENTS = ("README.md", "bot/README.md", "content/README.md")


def a_row(*cells: str) -> str:
    escaped = (cell.replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"


def table(name: str) -> list[str]:
    """The rows of one of the tables that are held equal to the program."""
    found = re.search(rf"<!-- The table of {name}.*?-->\n(.*?)<!-- The end", README, re.DOTALL)
    assert found is not None
    return found.group(1).splitlines()[2:]


def links(document: str) -> list[str]:
    """The files that a document links to."""
    found = re.findall(r"\]\(([^)#]+)\)", (ROOT / document).read_text())
    return [link for link in found if "://" not in link]


@pytest.mark.parametrize(("name", "command"), [("run", RUN), ("test", TEST)])
def test_the_two_commands_stand_alone_on_a_line_of_the_first_screen(name: str, command: str) -> None:
    assert f"{name}: `{command}`" in README.splitlines()[:20]


def test_the_test_command_is_the_one_that_ci_reads() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    pattern = re.search(r"sed -n '(s/.*?p)' README", script)
    assert pattern is not None

    found = subprocess.run(["sed", "-n", pattern.group(1), "README.md"], cwd=ROOT, capture_output=True, check=True)

    assert found.stdout.decode().strip() == TEST


def test_every_command_is_in_the_table() -> None:
    rows = [a_row(f"`{command.usage}`", command.help) for command in Catalogue().commands]

    assert table("commands") == rows


def test_every_setting_is_in_the_table() -> None:
    rows = [
        a_row(f"`{name}`", str(field.description), f"`{field.default}`" if field.default else "")
        for name, field in every_setting()
    ]

    assert table("settings") == rows


def test_every_command_of_the_server_is_in_the_table() -> None:
    groups = {group.name: group.typer_instance for group in cli.registered_groups}
    named = [("", command) for command in cli.registered_commands]
    named += [(f"{name} ", each) for name, group in groups.items() if group for each in group.registered_commands]
    names = {f"{group}{each.name or each.callback.__name__}" for group, each in named if each.callback}

    told = re.findall(r"^\| `trapwise (.*?)( --.*| [\[A-Z].*)?`", README, re.MULTILINE)

    assert {name for name, _ in told} == names


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_to_files(document: str) -> None:
    missing = [link for link in links(document) if not ((ROOT / document).parent / link).exists()]

    assert missing == []


def test_the_picture_has_words() -> None:
    assert re.search(r"!\[[^\]]{40,}\]\(deploy/demo\.png\)", README)


def test_it_says_what_does_not_work_yet() -> None:
    assert "mock exams are not there yet." in README


def test_it_is_short() -> None:
    assert len(README.splitlines()) < 200
