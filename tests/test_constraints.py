"""The tested versions: every library that the project asks for is named, at a version that it admits."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = [each for extra in PROJECT["optional-dependencies"].values() for each in extra]
WANTED = [each for each in (*PROJECT["dependencies"], *EXTRAS) if not each.startswith(PROJECT["name"])]
LINES = (ROOT / "deploy" / "constraints.txt").read_text(encoding="utf-8").splitlines()
TESTED = {
    canonicalize_name(name): version for name, _, version in (line.partition("==") for line in LINES if "==" in line)
}


@pytest.mark.parametrize("wanted", WANTED)
def test_a_library_is_tested_at_a_version_that_the_project_admits(wanted: str) -> None:
    requirement = Requirement(wanted)

    assert requirement.specifier.contains(TESTED[canonicalize_name(requirement.name)])


def test_constraints_name_versions_and_nothing_else() -> None:
    assert [line for line in LINES if "==" not in line and not line.startswith("#")] == []
    assert [line for line in LINES if "://" in line or " @ " in line] == []
