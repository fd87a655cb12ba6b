"""Aiken, and what people take for it."""

import pytest

from tests.bank.importing.reading import choices, drafts, skipped, the_draft

BANK = "What is two?\nA. two\nB. three\nANSWER: A\n"


def test_the_official_form() -> None:
    draft = the_draft(BANK)

    assert draft.stem == "What is two?"
    assert choices(draft) == ["*two", "three"]
    assert draft.notes == ()


@pytest.mark.parametrize(
    ("key", "right"),
    [
        ("answer: b", "*three"),
        ("Answer - B", "*three"),
        ("Correct: B", "*three"),
        ("Correct answer: (B)", "*three"),
        ("Đáp án: B", "*three"),
        ("Ответ: B", "*three"),
        ("B", "*three"),
        ("b", "*three"),
    ],
)
def test_keys_in_many_spellings(key: str, right: str) -> None:
    draft = the_draft(f"What is it?\na) two\nb) three\n{key}\n", "aiken")

    assert [text for text in choices(draft) if text.startswith("*")] == [right]


@pytest.mark.parametrize("key", ["ANSWER: A, C", "ANSWER: A and C", "ANSWER: AC", "ac"])
def test_several_right_ones(key: str) -> None:
    draft = the_draft(f"Which?\nA. one\nB. two\nC. three\n{key}\n", "aiken")

    assert choices(draft) == ["*one", "two", "*three"]


def test_every_line_of_a_stem_is_kept_and_told() -> None:
    draft = the_draft("Look at this.\nWhat is two?\nA. two\nB. three\nANSWER: A\n")

    assert draft.stem == "Look at this.\\\nWhat is two?"
    assert draft.notes == ("its stem has 2 lines; other readers of this format keep the last alone",)


def test_numbers_before_stems_and_blank_lines_between_choices() -> None:
    text = (
        "My bank\n\n1. What is two?\n\nA) two\n\nB) three\n\nANSWER: A\n\nCâu 2: Three?\nA) two\nB) three\nANSWER: B\n"
    )

    assert [draft.stem for draft in drafts(text)] == ["What is two?", "Three?"]


def test_letters_run_from_a() -> None:
    draft = the_draft("A. Einstein said it. Who else?\nA. Bohr\nB. Nobody\nANSWER: B\n")

    assert draft.stem == "A. Einstein said it. Who else?"
    assert choices(draft) == ["Bohr", "*Nobody"]


def test_a_choice_of_two_lines() -> None:
    assert choices(the_draft("Which?\nA. one\n  and more\nB. two\nANSWER: B\n")) == ["one\\\nand more", "*two"]


def test_an_explanation_after_the_key() -> None:
    draft = the_draft(BANK + "Explanation: Count.\nTwice.\n")

    assert draft.explanation == "Count.\\\nTwice."


def test_questions_without_a_usable_key_are_named() -> None:
    text = BANK + "\nNo key?\nA. a\nB. b\n\nWrong key?\nA. a\nB. b\nANSWER: D\n"

    assert [(each.place, each.reason, each.words) for each in skipped(text)] == [
        ("line 6", "no line names its key", "No key?"),
        ("line 10", "its key names a choice that is not there", "Wrong key?"),
    ]


@pytest.mark.parametrize(
    "data",
    [
        BANK.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + BANK.encode(),
        BANK.encode("utf-16"),
        BANK.encode("utf-16-le"),
    ],
    ids=["crlf", "mark", "utf-16", "utf-16 without a mark"],
)
def test_encodings_and_line_ends(data: bytes) -> None:
    assert choices(the_draft(data)) == ["*two", "three"]


def test_quotes_of_windows() -> None:
    draft = the_draft("What is “two”?\nA. two’s\nB. three\nANSWER: A\n".encode("cp1252"))

    assert draft.stem == "What is “two”?"
    assert choices(draft) == ["*two’s", "three"]
