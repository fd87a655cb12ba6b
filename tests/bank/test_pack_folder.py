"""The file that describes a pack, and what a pack must hold."""

from pathlib import Path

import pytest

from bot.bank.files import check
from tests.bank.folders import PACK, a_folder, changed


@pytest.mark.parametrize(
    ("change", "line", "field", "problem"),
    [
        (("id: facts", "id: fiction"), 1, "id", "is not the folder's name “facts”"),
        (("title: Plain facts\n", ""), 1, "title", "is missing"),
        (("licence:", "license:"), 4, "license", "is not a field"),
        (("id: words", "id: sums"), 9, "topics[2].id", "is used twice: “sums”"),
        (("id: words", "id: The Words"), 9, "topics[2].id", "cannot be “The Words”"),
        (("weight: 60", "weight: -1"), 8, "topics[1].weight", "cannot be “-1”"),
        (("weight: 60", "weight: .inf"), 8, "topics[1].weight", "cannot be “.inf”"),
        (("weight: 60", "weight: inf"), 8, "topics[1].weight", "cannot be “inf”"),
        (("id: sums", "id: summs"), None, "", "is no topic of pack.yaml"),
    ],
    ids=["id", "title", "licence", "twice", "slug", "negative", ".inf", "inf", "topic without folder"],
)
def test_a_pack_file_is_checked(
    tmp_path: Path, change: tuple[str, str], line: int | None, field: str, problem: str
) -> None:
    content = a_folder(tmp_path, {"facts/pack.yaml": changed(PACK, change)})

    found = [each for each in check(content).problems if problem in each.problem]

    file = Path("facts/pack.yaml") if line else Path("facts/sums")
    assert [(each.file, each.line, each.field) for each in found] == [(file, line or 1, field)]


def test_traps_are_unique_and_need_not_be_used(tmp_path: Path) -> None:
    unused = PACK + "  - id: unused\n    name: Unused\n    text: Nobody falls for it.\n"
    content = a_folder(tmp_path, {"facts/pack.yaml": unused})

    before = check(content).problems
    a_folder(tmp_path, {"facts/pack.yaml": changed(unused, ("id: unused", "id: off-by-one"))})

    assert before == ()
    assert [each.field for each in check(content).problems] == ["traps[2].id"]


def test_a_pack_without_questions_is_told(tmp_path: Path) -> None:
    content = a_folder(tmp_path)
    (content / "facts/sums/fence.yaml").unlink()

    assert [str(each) for each in check(content).problems] == [
        "facts:1: has no questions. Add <topic>/<question-id>.yaml"
    ]
