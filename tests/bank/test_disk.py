"""What lies in a content folder where it does not belong, leads out of it or cannot be read."""

import os
from pathlib import Path

import pytest

from bot.bank.files import check
from tests.bank.folders import QUESTION, a_folder


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ("facts/sums/fence.yml", "ends in .yml"),
        ("facts/words/fence.yaml", "has the same name as facts/sums/fence.yaml"),
        ("facts/sums/Fence Two.yaml", "has a name that cannot be an id"),
        (f"facts/sums/{'a' * 65}.yaml", "has a name that cannot be an id"),
        ("facts/lost.yaml", "is not in a topic's folder"),
    ],
    ids=["yml", "same id in two topics", "not a slug", "long id", "outside a topic"],
)
def test_a_misplaced_or_misnamed_file_is_told(tmp_path: Path, file: str, problem: str) -> None:
    content = a_folder(tmp_path, {file: QUESTION})

    assert (file, problem) in [(each.file.as_posix(), each.problem) for each in check(content).problems]


def test_other_files_and_hidden_ones_are_let_be(tmp_path: Path) -> None:
    others = {"README.md": "x", "schema.json": "{}", ".git/x": "x", "facts/notes.txt": "x", "facts/sums/.DS_Store": "x"}

    assert check(a_folder(tmp_path, others)).problems == ()


def test_folders_where_files_belong_are_told(tmp_path: Path) -> None:
    content = a_folder(tmp_path)
    (content / "facts/sums/deep.yaml").mkdir()
    (content / "facts/sums/deeper").mkdir()

    assert [(each.file.name, each.problem) for each in check(content).problems] == [
        ("deep.yaml", "is not a file"),
        ("deeper", "is a folder inside a topic"),
    ]


def test_a_pack_file_that_is_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "facts/pack.yaml").mkdir(parents=True)

    assert [each.problem for each in check(tmp_path).problems] == ["has no questions", "is not a file"]


@pytest.mark.parametrize("link", ["facts/sums/other.yaml", "facts/words", "elsewhere"])
def test_links_that_leave_the_folder_are_not_followed(tmp_path: Path, link: str) -> None:
    outside = a_folder(tmp_path / "outside")
    content = a_folder(tmp_path / "content")
    target = outside / "facts/sums/fence.yaml" if link.endswith(".yaml") else outside / "facts/sums"
    (content / link).symlink_to(target)

    assert [(each.file.as_posix(), each.problem) for each in check(content).problems] == [
        (link, "is a link that leads out of the folder")
    ]


def test_links_in_a_circle_and_to_nowhere_are_told(tmp_path: Path) -> None:
    content = a_folder(tmp_path)
    (content / "facts/sums/round.yaml").symlink_to("round.yaml")
    (content / "facts/sums/nowhere.yaml").symlink_to("gone.yaml")

    assert [each.file.name for each in check(content).problems] == ["nowhere.yaml", "round.yaml"]


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    content = a_folder(tmp_path)
    os.mkfifo(content / "facts/sums/pipe.yaml")

    assert [each.problem for each in check(content).problems] == ["is not a file"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
@pytest.mark.parametrize(
    ("closed", "told"),
    [
        ("facts/sums/fence.yaml", ["facts/sums/fence.yaml"]),
        ("facts/pack.yaml", ["facts/pack.yaml"]),
        ("facts/words", ["facts/words"]),
        ("facts", ["facts", "facts", "facts/pack.yaml"]),
        (".", ["."]),
    ],
)
def test_what_may_not_be_read_is_told(tmp_path: Path, closed: str, told: list[str]) -> None:
    content = a_folder(tmp_path / "content", {"facts/words/gate.yaml": QUESTION})
    (content / closed).chmod(0)

    problems = check(content).problems
    (content / closed).chmod(0o700)

    assert [each.file.as_posix() for each in problems] == told


def test_a_name_that_is_no_text_can_be_shown(tmp_path: Path) -> None:
    content = a_folder(tmp_path)
    Path(os.fsdecode(os.fsencode(content / "facts/sums") + b"/\xff\n.yaml")).write_text(QUESTION)

    shown = [str(each) for each in check(content).problems]

    assert [line.encode() for line in shown] == [line.encode() for line in shown if "facts/sums/??.yaml:1:" in line]
