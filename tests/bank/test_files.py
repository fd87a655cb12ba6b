"""A content folder, read and checked as a whole."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.bank.files import check, load
from bot.bank.problem import BankError
from bot.core.question import Choice, Pack, PackId, Picture, Question, QuestionId, Topic, TopicId, Trap, TrapId
from tests.bank.folders import IMAGE, PACK, PNG, QUESTION, a_folder, a_question_file, changed

GARBAGE = {
    "nothing": (b"", 1, "is empty"),
    "comments only": (b"# nothing\n\n", 1, "is empty"),
    "a text": (b"hello", 1, "does not hold named fields"),
    "a list": (b"- a\n- b\n", 1, "does not hold named fields"),
    "not UTF-8": (b"title: x\nstem: \xff\n", 2, "is not UTF-8 text"),
    "UTF-16": ("title: x".encode("utf-16"), 1, "is not UTF-8 text"),
    "zero bytes": (b"title: x\nstem: \x00\n", 2, "holds the control character U+0000"),
    "a tab": (b"title: x\n\tstem: y\n", 2, "cannot be read as YAML"),
    "an open quote": (b"title: x\nstem: 'y\ntrap: z\n", 2, "cannot be read as YAML"),
    "a colon in a text": (b"title: x\nstem: a: b\n", 2, "cannot be read as YAML"),
    "a text that begins with a mark": (b"title: x\nstem: `a` is\n", 2, "cannot be read as YAML"),
    "deep lists": (b"[" * 100_000, 1, "cannot be read as YAML"),
    "lists too deep for a question": (b"a: " + b"[" * 30 + b"]" * 30, 1, "nests its lists too deeply"),
    "too large": (b"a" * 1_000_001, 1, "is larger than 1 MB"),
}


def test_a_folder_gives_its_packs_as_the_core_knows_them(tmp_path: Path) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, IMAGE))
    (content / "facts/sums/fence.png").write_bytes(PNG)

    packs = load(content)

    assert packs == (
        Pack(
            id=PackId("facts"),
            title="Plain facts",
            exam="Ten questions in ten minutes",
            licence="CC-BY-4.0",
            topics=(
                Topic(id=TopicId("sums"), title="Sums", weight=60),
                Topic(id=TopicId("words"), title="Words", weight=40.5),
            ),
            traps=(Trap(id=TrapId("off-by-one"), name="Off by one", text="Counting the posts instead of the gaps."),),
            questions=(
                Question(
                    id=QuestionId("fence"),
                    topic=TopicId("sums"),
                    title="Fence",
                    difficulty=2,
                    stem="How many gaps are between four posts?",
                    choices=(
                        Choice(text="Three gaps", why="One fewer than the posts.", correct=True),
                        Choice(
                            text="Four gaps",
                            why="That counts the posts.",
                            tempting="The four is in the question.",
                            falls_for=TrapId("off-by-one"),
                        ),
                    ),
                    trap="Posts are not gaps.",
                    explanation="Draw it and count.",
                    by="Ann",
                    reviewed=date(2026, 11, 30),
                    sources=("A carpenter",),
                    picture=Picture(pack=PackId("facts"), file="sums/fence.png", alt="Four posts"),
                ),
            ),
        ),
    )


def test_a_good_folder_has_no_problems_and_is_counted(tmp_path: Path) -> None:
    second = {"more/pack.yaml": changed(PACK, ("id: facts", "id: more")), "more/words/fence.yaml": QUESTION}

    report = check(a_folder(tmp_path, second))

    assert (report.problems, report.packs, report.questions) == ((), 2, 2)


def test_texts_stay_as_written_but_for_their_ends(tmp_path: Path) -> None:
    stem = "stem: |\n\n  Look:\n\n  ```\n  a  =  1\n  ```\n\n  How many?\n\n"
    content = a_question_file(tmp_path, changed(QUESTION, ("stem: |\n  How many gaps are between four posts?\n", stem)))

    (pack,) = load(content)

    assert pack.questions[0].stem == "Look:\n\n```\na  =  1\n```\n\nHow many?"


def test_values_are_text_even_where_yaml_sees_numbers_and_truth(tmp_path: Path) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, ("Three gaps", "010"), ("Four gaps", "1e3")))

    (pack,) = load(content)

    assert [choice.text for choice in pack.questions[0].choices] == ["010", "1e3"]


@pytest.mark.parametrize(
    ("changes", "fixed"),
    [
        ([], False),
        ([("by: Ann", "order: fixed")], True),
        ([("Three gaps", "3"), ("Four gaps", "4")], True),
        ([("Three gaps", "True"), ("Four gaps", "False")], True),
    ],
    ids=["words", "asked for", "numbers", "true and false"],
)
def test_the_order_is_fixed_when_asked_for_or_natural(
    tmp_path: Path, changes: list[tuple[str, str]], fixed: bool
) -> None:
    (pack,) = load(a_question_file(tmp_path, changed(QUESTION, *changes)))

    assert pack.questions[0].fixed_order is fixed


def test_a_byte_order_mark_and_windows_lines_are_read(tmp_path: Path) -> None:
    content = a_question_file(tmp_path, b"\xef\xbb\xbf" + QUESTION.replace("\n", "\r\n").encode())

    (pack,) = load(content)

    assert pack.questions[0].stem == "How many gaps are between four posts?"


@pytest.mark.parametrize(("data", "line", "problem"), GARBAGE.values(), ids=GARBAGE)
@pytest.mark.parametrize("file", ["facts/sums/fence.yaml", "facts/pack.yaml"])
def test_garbage_is_one_clear_problem(tmp_path: Path, file: str, data: bytes, line: int, problem: str) -> None:
    content = a_folder(tmp_path, {file: data})

    found = [each for each in check(content).problems if each.file == Path(file) and problem in each.problem]

    assert [(each.line, each.field) for each in found] in ([(line, "")], [(line, "a")])
    assert found[0].remedy


@given(
    place=st.integers(min_value=0, max_value=len(QUESTION)),
    length=st.integers(min_value=0, max_value=80),
    noise=st.text(alphabet="ab1:-|>[]{}*&!#'\"\n \t?,%@`_\\\u2028\u200b\ufeff\x7f", max_size=60),
)
def test_no_text_brings_the_check_down(
    tmp_path_factory: pytest.TempPathFactory, place: int, length: int, noise: str
) -> None:
    text = QUESTION[:place] + noise + QUESTION[place + length :]
    content = a_question_file(tmp_path_factory.getbasetemp() / "noise", text)

    problems = check(content).problems

    assert all(problem.remedy and problem.line <= text.count("\n") + 2 for problem in problems)


def test_everything_wrong_is_told_in_one_run_by_file_and_line(tmp_path: Path) -> None:
    content = a_folder(
        tmp_path,
        {
            "facts/pack.yaml": changed(PACK, ("weight: 60", "weight: 0"), ("off-by-one", "Off")),
            "facts/sums/fence.yaml": changed(QUESTION, ("difficulty: 2", "difficulty: 9")),
            "facts/sums/gate.yaml": changed(QUESTION, ("by: Ann", "reviewed: x")),
            "facts/wrods/Gate 1.yaml": b"\xff",
            "other/sums/fence.yaml": "title: 'x",
        },
    )

    report = check(content)

    assert [(each.file.as_posix(), each.line, each.field) for each in report.problems] == [
        ("facts/pack.yaml", 8, "topics[1].weight"),
        ("facts/pack.yaml", 13, "traps[1].id"),
        ("facts/sums/fence.yaml", 2, "difficulty"),
        ("facts/sums/fence.yaml", 12, "choices[2].falls_for"),
        ("facts/sums/gate.yaml", 12, "choices[2].falls_for"),
        ("facts/sums/gate.yaml", 15, "reviewed"),
        ("facts/sums/gate.yaml", 16, "reviewed"),
        ("facts/wrods", 1, ""),
        ("facts/wrods/Gate 1.yaml", 1, ""),
        ("facts/wrods/Gate 1.yaml", 1, ""),
        ("other/pack.yaml", 1, ""),
        ("other/sums/fence.yaml", 1, ""),
    ]
    assert (report.packs, report.questions) == (2, 4)


def test_loading_a_broken_folder_raises_all_its_problems(tmp_path: Path) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, ("difficulty: 2", "difficulty: 9"), ("by: Ann", "bye: Ann")))

    with pytest.raises(BankError, match=r"fence\.yaml:2: difficulty cannot be “9”.*1 more") as caught:
        load(content)

    assert caught.value.problems == check(content).problems


@pytest.mark.parametrize(
    ("folder", "problem"),
    [
        ("nowhere", "is no folder"),
        ("facts/pack.yaml", "is no folder"),
        ("facts", "lies in the content folder itself"),
        ("empty", "holds no pack"),
    ],
)
def test_a_folder_that_is_no_content_folder_is_told(tmp_path: Path, folder: str, problem: str) -> None:
    (a_folder(tmp_path) / "empty").mkdir()

    problems = check(tmp_path / folder).problems

    assert [problem in each.problem for each in problems] == [True]
    with pytest.raises(BankError, match=problem):
        load(tmp_path / folder)
