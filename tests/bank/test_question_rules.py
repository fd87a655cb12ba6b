from pathlib import Path

import pytest

from bot.bank.files import check, load
from tests.bank.folders import QUESTION, a_question_file, changed

WRONG = "    tempting: The four is in the question.\n"
TWO_RIGHT = ("    tempting: The four is in the question.\n    falls_for: off-by-one\n", "    correct: true\n")
A_THIRD = (
    "trap: Posts",
    "  - text: Five gaps\n    why: That adds the two ends.\n    tempting: Ends feel like gaps.\ntrap: Posts",
)
ALL_OF_THEM = (
    "trap: Posts",
    "  - text: All of the above\n    why: They differ.\n    tempting: It is safe.\n    PIN\ntrap: Posts",
)

BROKEN = {
    "unknown field": (("by: Ann", "bye: Ann"), 15, "bye", "not a field", "Did you mean by?"),
    "unknown field of a choice": (("falls_for:", "fallsfor:"), 12, "choices[2].fallsfor", "not a field", "falls_for?"),
    "field like no other": (
        ("by: Ann", "zzz: Ann"),
        15,
        "zzz",
        "not a field",
        "Take it out; the fields here are title,",
    ),
    "missing trap": (("trap: Posts are not gaps.\n", ""), 1, "trap", "is missing", "Add it."),
    "missing why": (
        ("    why: That counts the posts.\n", ""),
        9,
        "choices[2].why",
        "is missing",
        "Add it. Why this choice",
    ),
    "empty text": (("Four gaps", "''"), 9, "choices[2].text", "is empty", "Fill it in."),
    "blank explanation": (("Draw it and count.", ""), 14, "explanation", "is empty", "How to reach"),
    "text of marks only": (("Four gaps", '"---"'), 9, "choices[2].text", "shows no text", "The answer as"),
    "invisible text": (("Four gaps", '"\\u200b"'), 9, "choices[2].text", "shows no text", "The answer as"),
    "control character": (("Four gaps", '"a\\0b"'), 9, "choices[2].text", "control character", "Take out"),
    "list for a text": (("A carpenter", "[A]"), 18, "sources[1]", "a list, not text", "Write one text"),
    "text for a list": (("sources:\n  - A carpenter", "sources: A"), 17, "sources", "a text, not a list", "hyphen"),
    "text for a choice": (
        ("  - text: Four gaps", "  - Four\n  - text: Four gaps"),
        9,
        "choices[2]",
        "not a set of",
        "text, why",
    ),
    "nesting beyond reading": (
        ("Draw it and count.", "|\n  " + "> " * 30 + "x"),
        14,
        "explanation",
        "too deeply",
        "fewer",
    ),
    "difficulty 0": (("difficulty: 2", "difficulty: 0"), 2, "difficulty", "cannot be “0”", "from 1 (recall) to 5"),
    "difficulty 6": (("difficulty: 2", "difficulty: 6"), 2, "difficulty", "cannot be “6”", "from 1 (recall) to 5"),
    "difficulty in words": (("difficulty: 2", "difficulty: easy"), 2, "difficulty", "cannot be “easy”", "whole number"),
    "title of two lines": (("title: Fence", "title: |\n  Fence\n  Post"), 1, "title", "more than one line", "one line"),
    "title too long": (("title: Fence", "title: " + "a" * 101), 1, "title", "101 characters", "Shorten it"),
    "no right choice": (("correct: true", "tempting: It is."), 5, "choices", "no right choice", "correct: true"),
    "no wrong choice": (TWO_RIGHT, 5, "choices", "no wrong choice", "Add wrong ones"),
    "neither true nor false": (
        ("correct: true", "correct: yes"),
        8,
        "choices[1].correct",
        "neither true",
        "Write true",
    ),
    "same choice twice": (
        ("Four gaps", "'**three**  Gaps.'"),
        9,
        "choices[2].text",
        "same as that of choice 1",
        "different",
    ),
    "same why twice": (
        ("That counts the posts", "One fewer than the posts"),
        10,
        "choices[2].why",
        "same as",
        "special",
    ),
    "nothing tempting": ((WRONG, ""), 9, "choices[2].tempting", "is missing", "why people pick"),
    "tempting right choice": (
        ("correct: true", "correct: true\n    tempting: x"),
        9,
        "choices[1].tempting",
        "right",
        "Move",
    ),
    "right choice falls": (
        ("correct: true", "correct: true\n    falls_for: off-by-one"),
        9,
        "choices[1].falls_for",
        "right",
        "out",
    ),
    "unknown trap": (("off-by-one", "off-by-two"), 12, "choices[2].falls_for", "no trap of pack.yaml", "off-by-one"),
    "one right of two asked": (
        ("posts?", "posts? (Choose **two**.)"),
        3,
        "stem",
        "asks for 2 choices",
        "Take that out",
    ),
    "pinned first": (
        ("Four gaps", "Four gaps\n    pin: first"),
        10,
        "choices[2].pin",
        "cannot be “first”",
        "Write last",
    ),
    "random order": (("by: Ann", "order: random"), 15, "order", "cannot be “random”", "Write fixed"),
    "all of the above": (
        ("text: Four gaps", "text: All of the above"),
        9,
        "choices[2].text",
        "the other choices",
        "pin: last",
    ),
    "none of these options": (
        ("text: Four gaps", "text: None of these options"),
        9,
        "choices[2].text",
        "the other choices",
        "pin: last",
    ),
    "day that is none": (("2026-11-30", "2026-02-30"), 16, "reviewed", "cannot be “2026-02-30”", "such as 2026-11-30"),
    "day as a number": (("2026-11-30", "1700000000"), 16, "reviewed", "is not a date", "such as 2026-11-30"),
    "too long for a message": (("How many", "very " * 700 + "many"), 3, "stem", "a card of 3,", "Shorten"),
    "far too long": (("How many", "a" * 20_001), 3, "stem", "characters long", "Shorten it"),
    "repeated key": (("trap: Posts", "title: Again\ntrap: Posts"), 13, "title", "again (first in line 1)", "Keep one"),
    "repeated key of a choice": (
        ("    correct: true", "    why: Twice."),
        8,
        "choices[1].why",
        "first in line 7",
        "Keep one",
    ),
    "alias": (("Draw it and count.", "*x"), 14, "explanation", "another value (*x)", "Write the text out"),
    "anchor": (("Draw it and count.", "&x Draw"), 14, "explanation", "YAML mark (“&x”)", "Write the text out"),
    "tag": (("Draw it and count.", "!!binary aGk="), 14, "explanation", "YAML mark", "Write the text out"),
    "key that is a list": (("by: Ann", "? [a]\n: b"), 15, "", "key that is not a word", "Begin each line"),
}

REFERENCES = {
    "option letter": ("explanation", "So option B is wrong."),
    "choice letter in the stem": ("stem", "How is choice (A) wrong?"),
    "answer letter": ("trap", "Answer C looks right."),
    "bold letter": ("explanation", "Option **B** is wrong."),
    "several letters": ("explanation", "Options A and C are wrong."),
    "a letter's own": ("explanation", "That is option B's mistake."),
    "both letters": ("explanation", "Here both A and C are wrong."),
    "first option": ("explanation", "The first option is right."),
    "last two options": ("explanation", "The last two options are wrong."),
    "option above": ("explanation", "The option above is wrong."),
    "all of the above": ("explanation", "All of the above are wrong."),
}

INNOCENT = {
    "matrices": "LoRA trains both A and B matrices, and B starts at 0.",
    "code": "Both `A` and `B` are trained; `option B` is a name.",
    "article": "There is no choice a team could regret.",
    "pronoun": "It is the option I would take.",
    "test": "A choice A/B tests can settle.",
    "threshold": "Keep it above 0.7 and, above all, below the limit.",
    "idiom": "It is the first choice for small models.",
    "place of something else": "The first token decides, the last layer follows.",
    "language": "Options C++ compilers take.",
}


@pytest.mark.parametrize(("change", "line", "field", "problem", "remedy"), BROKEN.values(), ids=BROKEN)
def test_a_broken_rule_is_told_with_line_field_and_remedy(
    tmp_path: Path, *, change: tuple[str, str], line: int, field: str, problem: str, remedy: str
) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, change))

    found = [each for each in check(content).problems if each.field == field and problem in each.problem]

    assert [(each.file.as_posix(), each.line) for each in found] == [("facts/sums/fence.yaml", line)]
    assert remedy in found[0].remedy


@pytest.mark.parametrize(("field", "text"), REFERENCES.values(), ids=REFERENCES)
def test_a_text_may_not_name_a_choice_by_its_place(tmp_path: Path, field: str, text: str) -> None:
    old = {"stem": "|\n  How many gaps are between four posts?", "trap": "Posts are not gaps."}
    content = a_question_file(tmp_path, changed(QUESTION, (old.get(field, "Draw it and count."), text)))

    problems = check(content).problems

    assert [each.field for each in problems] == [field]
    assert "names a choice by its place" in problems[0].problem


@pytest.mark.parametrize("text", ["Both A and B", "A and C only", "A, B and C", "Neither A nor B"])
def test_a_choice_may_not_be_letters_alone(tmp_path: Path, text: str) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, ("Four gaps", f"'{text}'")))

    assert [each.field for each in check(content).problems] == ["choices[2].text"]


@pytest.mark.parametrize("text", INNOCENT.values(), ids=INNOCENT)
def test_words_that_only_look_like_a_reference_are_let_be(tmp_path: Path, text: str) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, ("Draw it and count.", f"|\n  {text}")))

    assert check(content).problems == ()


@pytest.mark.parametrize("words", ["Choose two.", "(Select TWO)", "Pick **2**.", "Look well and choose two:"])
def test_several_right_choices_need_the_number_in_the_stem(tmp_path: Path, words: str) -> None:
    silent = changed(QUESTION, TWO_RIGHT, A_THIRD)
    content = a_question_file(tmp_path, silent)

    before = check(content).problems
    a_question_file(tmp_path, changed(silent, ("posts?", f"posts? {words}")))

    assert [(each.field, each.remedy) for each in before] == [("stem", "End the stem with “Choose two.”")]
    assert check(content).problems == ()


def test_a_wrong_number_in_the_stem_is_refused(tmp_path: Path) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, TWO_RIGHT, A_THIRD, ("posts?", "posts? Choose three.")))

    assert [each.problem for each in check(content).problems] == ["does not say that 2 choices are right"]


def test_one_or_eleven_choices_are_refused(tmp_path: Path) -> None:
    one = a_question_file(tmp_path / "one", QUESTION.split("  - text: Four")[0] + "trap: t\nexplanation: e\n")
    more = "".join(f"  - {{text: Gap {n}, why: Why {n}, tempting: So {n}}}\n" for n in range(9))
    eleven = a_question_file(tmp_path / "eleven", changed(QUESTION, ("trap: Posts", f"{more}trap: Posts")))

    assert [each.problem for each in check(one).problems] == ["has 1 entry"]
    assert [each.problem for each in check(eleven).problems] == ["has 11 entries"]


def test_all_of_the_above_is_fine_at_the_end(tmp_path: Path) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, ALL_OF_THEM, ("PIN", "pin: last")))

    (pack,) = load(content)

    assert [choice.pin_last for choice in pack.questions[0].choices] == [False, False, True]


def test_a_pinned_choice_of_a_fixed_order_stands_last(tmp_path: Path) -> None:
    fixed = ("by: Ann", "order: fixed")
    content = a_question_file(tmp_path, changed(QUESTION, fixed, ("Three gaps", "Three gaps\n    pin: last")))

    assert [(each.field, each.remedy) for each in check(content).problems] == [
        ("choices[1].pin", "Move the choice to the end")
    ]


def test_case_tells_choices_of_code_apart(tmp_path: Path) -> None:
    content = a_question_file(tmp_path, changed(QUESTION, ("Three gaps", "'`n` gaps'"), ("Four gaps", "'`N` gaps'")))

    assert check(content).problems == ()


def test_a_fault_hides_no_other_rule(tmp_path: Path) -> None:
    content = a_question_file(
        tmp_path,
        changed(
            QUESTION,
            ("difficulty: 2", "difficulty: hard"),
            (WRONG, ""),
            ("off-by-one", "nowhere"),
            ("Draw it and count.", "Option B is wrong."),
            ("by: Ann", "bye: Ann"),
            ("title: Fence", "title: Fence\ntitle: Gate"),
        ),
    )

    assert [(each.line, each.field) for each in check(content).problems] == [
        (2, "title"),
        (3, "difficulty"),
        (10, "choices[2].tempting"),
        (12, "choices[2].falls_for"),
        (14, "explanation"),
        (15, "bye"),
    ]


def test_a_value_that_cannot_be_read_is_told_once(tmp_path: Path) -> None:
    content = a_question_file(
        tmp_path, changed(QUESTION, ("correct: true", "correct: maybe"), ("  - text: Four", "  - x\n  - text: Four"))
    )

    assert [each.field for each in check(content).problems] == ["choices[1].correct", "choices[2]"]
