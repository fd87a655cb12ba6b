import os
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.bank.files import check, load, picture_path
from bot.bank.problem import BankError
from bot.core.errors import NothingThere
from bot.core.question import (
    Choice,
    Pack,
    PackId,
    Picture,
    Question,
    QuestionId,
    Topic,
    TopicId,
    Trap,
    TrapId,
)
from tests.bank.folders import PACK, PNG, QUESTION, a_folder, a_question_file, changed

IMAGE = ("trap: Posts", "image:\n  file: fence.png\n  alt: Four posts\ntrap: Posts")

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


def test_a_pack_without_questions_is_told(tmp_path: Path) -> None:
    content = a_folder(tmp_path)
    (content / "facts/sums/fence.yaml").unlink()

    assert [str(each) for each in check(content).problems] == [
        "facts:1: has no questions. Add <topic>/<question-id>.yaml"
    ]


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("fence.png", None, "is not beside the question"),
        ("fence.png", b"hello", "is not a picture"),
        ("fence.png", b"", "is not a picture"),
        ("fence.png", b"GIF89a" + bytes(9), "is a GIF picture under another name"),
        ("fence.png", PNG + bytes(1_000_000), "is larger than 1 MB"),
        ("fence.svg", b"<svg/>", "cannot be “fence.svg”"),
        ("../fence.png", PNG, "cannot be “../fence.png”"),
        ("a fence.png", PNG, "cannot be “a fence.png”"),
    ],
)
def test_a_picture_that_cannot_be_shown_is_told(tmp_path: Path, name: str, data: bytes | None, problem: str) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, IMAGE, ("fence.png", name)))
    if data is not None:
        (content / "facts/sums" / name).write_bytes(data)

    problems = check(content).problems

    assert [(each.line, each.field, each.problem) for each in problems] == [(14, "image.file", problem)]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("fence.jpg", b"\xff\xd8\xff\xe0"),
        ("fence.jpeg", b"\xff\xd8\xff\xe0"),
        ("fence.gif", b"GIF87a"),
        ("fence.webp", b"RIFF\x00\x00\x00\x00WEBPVP8 "),
    ],
)
def test_the_kinds_that_platforms_show_are_taken(tmp_path: Path, name: str, data: bytes) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, IMAGE, ("fence.png", name)))
    (content / "facts/sums" / name).write_bytes(data)

    assert check(content).problems == ()


def test_a_picture_needs_words(tmp_path: Path) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, IMAGE, ("Four posts\n", "''\n")))
    (content / "facts/sums/fence.png").write_bytes(PNG)

    assert [(each.line, each.field, each.problem) for each in check(content).problems] == [
        (15, "image.alt", "is empty")
    ]


def test_a_picture_linked_from_elsewhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(PNG)
    content = a_question_file(tmp_path / "content", changed(QUESTION, IMAGE))
    (content / "facts/sums/fence.png").symlink_to(tmp_path / "secret.png")

    assert [each.problem for each in check(content).problems] == ["is a link that leads out of the folder"]


def test_a_picture_is_found_in_its_pack(tmp_path: Path) -> None:
    content = a_folder(tmp_path, {"facts/sums/fence.png": PNG})

    path = picture_path(content, Picture(pack=PackId("facts"), file="sums/fence.png", alt="x"))

    assert path.read_bytes() == PNG


@pytest.mark.parametrize(
    ("pack", "file"),
    [
        ("facts", "../other.png"),
        ("facts", "/etc/hostname"),
        ("facts", "sums/gone.png"),
        ("facts", "sums"),
        ("..", "content/facts/pack.yaml"),
        (".", "other.png"),
        ("gone", "fence.png"),
        ("facts", "\0"),
    ],
)
def test_no_picture_is_found_outside_its_pack(tmp_path: Path, pack: str, file: str) -> None:
    content = a_folder(tmp_path / "content", {"other.png": PNG})

    with pytest.raises(NothingThere, match="is not there"):
        picture_path(content, Picture(pack=PackId(pack), file=file, alt="x"))
