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


@pytest.mark.parametrize("line", ["bed", "a", "ab"])
def test_the_end_of_a_choice_that_looks_like_a_key_is_none(line: str) -> None:
    draft = the_draft(f"Where?\nA. here\nB. in a\n{line}\nC. there\nANSWER: C\n")

    assert choices(draft) == ["here", f"in a\\\n{line}", "*there"]


@pytest.mark.parametrize(
    "text",
    [
        "Which?\nA. one\nB. two\nNote: a\nC. three\nANSWER: C\n",
        "Which?\nA. one\n\nB. two\n\nHint: a\n\nC. three\n\nANSWER: C\n",
        "Which?\nA. one\nB. two\nANSWER: B\nANSWER: A\n",
    ],
    ids=["label among choices", "with blank lines", "twice"],
)
def test_a_question_with_two_lines_that_can_be_its_key_is_skipped_alone(text: str) -> None:
    assert [each.reason for each in skipped(f"{text}\n{BANK}")] == ["more than one line can be its key"]
    assert [draft.stem for draft in drafts(f"{text}\n{BANK}")] == ["What is two?"]


def test_letters_alone_are_no_key_where_others_have_a_label() -> None:
    text = f"{BANK}\nWhich?\nA. one\nB. vitamin\na\nANSWER: B\n\nNo key?\nA. one\nB. vitamin\na\n"

    assert [choices(draft) for draft in drafts(text)] == [["*two", "three"], ["one", "*vitamin\\\na"]]
    assert [each.reason for each in skipped(text)] == ["no line names its key"]


def test_a_stem_that_begins_like_the_next_choice_is_a_stem() -> None:
    text = f"{BANK}\nC. Darwin wrote what?\nA. Books\nB. Songs\nANSWER: A\n"

    assert [draft.stem for draft in drafts(text)] == ["What is two?", "C. Darwin wrote what?"]


def test_a_key_without_choices_does_not_become_part_of_a_stem() -> None:
    text = f"{BANK}\nEssay\nANSWER: A\n\nWhich?\nA. one\nB. two\nANSWER: B\n"

    assert [draft.stem for draft in drafts(text)] == ["What is two?"]
    assert [each.reason for each in skipped(text)] == ["a line of its stem looks like a key"]


def test_more_letters_than_ten_are_all_read() -> None:
    lines = "".join(f"{letter}. month {letter}\n" for letter in "ABCDEFGHIJKL")

    assert choices(the_draft(f"Which month is last?\n{lines}ANSWER: L\n"))[9:] == ["month J", "month K", "*month L"]


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
