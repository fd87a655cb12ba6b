"""Tables of every make."""

import io
from collections.abc import Sequence

import pytest
from openpyxl import Workbook

from bot.bank.importing.draft import NotABank
from bot.bank.importing.encoding import Unreadable
from tests.bank.importing.reading import choices, drafts, everything, kinds, remarks, skipped, the_draft, whys


def a_workbook(*rows: Sequence[object]) -> bytes:
    book, data = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(list(row))
    book.save(data)
    return data.getvalue()


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_sign_between_cells_is_found_from_the_header(sign: str) -> None:
    rows = [["Question", "Option 1", "Option 2", "Correct"], ['"How many; or, so?"', "three", "four", "2"]]

    draft = the_draft("\n".join(sign.join(row) for row in rows))

    assert draft.stem == "How many; or, so?"
    assert choices(draft) == ["three", "*four"]


def test_choices_as_a_list_in_a_cell_count_from_what_the_file_shows() -> None:
    text = "question;choices;answer\nFirst?;['a', 'b, c'];0\nSecond?;['d', 'e'];1\n"

    assert [choices(draft) for draft in drafts(text)] == [["*a", "b, c"], ["d", "*e"]]


def test_numbers_that_may_count_from_0_or_1_are_not_guessed() -> None:
    text = "question,choices,answer\nFirst?,\"['a', 'b', 'c']\",1\n"

    assert [each.reason for each in skipped(text)] == [
        "its key is a number, and nothing tells whether numbers count from 0 or from 1"
    ]


def test_quotes_line_ends_and_formulas_in_cells() -> None:
    text = 'Question,A,B,Answer\r\n"Which ""one""\nof two?",=A1,-2,B\r\n'

    draft = the_draft(text)

    assert draft.stem == 'Which "one"\\\nof two?'
    assert choices(draft) == ["=A1", "*-2"]


def test_feedback_beside_choices() -> None:
    header = "id,question-text,a,feedback-a,b,feedback-b,correct-answer,detailed-solution,chapter"

    draft = the_draft(f"{header}\nx1,Which?,one,Too few.,two,Enough.,b,Count.,Cells\n")

    assert choices(draft) == ["one", "*two"]
    assert whys(draft) == ["Too few.", "Enough."]
    assert (draft.explanation, draft.external_id, draft.topics) == ("Count.", "x1", ("Cells",))


def test_kahoots_template_begins_in_row_8() -> None:
    header = [
        None,
        "Question - max 120 characters",
        *(f"Answer {number} - max 75 characters" for number in range(1, 5)),
        "Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs",
        "Correct answer(s) - choose at least one",
    ]
    above: list[Sequence[object]] = [[None, "Quiz template"], *[[None, f"Tip {n}"] for n in range(6)]]
    rows: list[Sequence[object]] = [[1, "Which sum?", "4", "3", "2", None, 20, "1,3"], [2], [3]]

    draft = the_draft(a_workbook(*above, header, *rows))

    assert draft.place == "Sheet row 9"
    assert choices(draft) == ["*4", "3", "*2"]


def test_a_games_number_is_a_place_even_where_a_choice_has_that_text() -> None:
    draft = the_draft(",Question,Answer1,Answer2,Answer3,Time,Correct\n1,Which?,3,2,1,60,3\n")

    assert choices(draft) == ["3", "2", "*1"]


def test_quizizz_has_instructions_below_its_header_and_kinds_that_are_no_choice() -> None:
    text = (
        "Question Text,Question Type,Option 1,Option 2,Option 3,Correct Answer,Time in seconds,Answer explanation\n"
        "Text of the question (required),Type,Text for option 1,Text for option 2,,Number,,\n"
        'Which?,Checkbox,a,b,c,"1,3",30,So it is.\n'
        "Say it.,Open-Ended,,,,,30,\nFill.,Fill-in-the-Blank,x,,,,30,\nVote.,Poll,a,b,,,30,\n"
    )

    draft = the_draft(text)

    assert choices(draft) == ["*a", "b", "*c"]
    assert draft.explanation == "So it is."
    assert kinds(text) == ["open ended", "fill in the blank", "poll"]


def test_blookets_columns() -> None:
    text = "Question #,Question Text,Answer 1,Answer 2,Time Limit (sec),Correct Answer(s)\n1,Which?,a,b,20,2\n"

    assert choices(the_draft(text)) == ["a", "*b"]


@pytest.mark.parametrize("sign", [",", "\t"])
@pytest.mark.parametrize("last", ["Third?,c,d,B", '"Third?","c",d,"B"'], ids=["plain", "quoted"])
def test_a_quotation_mark_that_is_not_closed_loses_its_line_alone(sign: str, last: str) -> None:
    text = f'Question,A,B,Answer\nFirst?,a,b,A\n"Second?,a,b,A\n{last}\n'.replace(",", sign)

    assert [draft.stem for draft in drafts(text)] == ["First?", "Third?"]
    assert [(each.place, each.reason) for each in skipped(text)] == [("line 3", "a quotation mark in it is not closed")]


def test_cells_of_several_lines_are_whole_and_told_by_their_first_line() -> None:
    text = 'Question,A,B,Answer\n"One,\n\ntwo?" ,a,"b\nc",A\nNext?,a,b,B\n'

    assert [(draft.place, draft.stem) for draft in drafts(text)] == [("line 2", "One,\n\ntwo?"), ("line 6", "Next?")]


def test_a_cell_of_any_size_loses_its_question_alone() -> None:
    text = 'Question,A,B,Answer\n"' + "long\n" * 40_000 + '",a,b,A\nNext?,a,b,B\n'

    assert [draft.stem for draft in drafts(text)] == ["Next?"]
    assert [each.reason for each in skipped(text)] == ["it has a text of 199,999 characters"]


def test_a_text_full_of_lone_quotation_marks_is_no_table() -> None:
    with pytest.raises(Unreadable, match="its quotation marks do not pair"):
        everything("Question,A,B,Answer\n" + 'Which?,"a,b,A\n\n' * 300, "csv")


def test_columns_that_mean_nothing_here_are_named() -> None:
    text = "Question,A,B,Answer,Teacher's mark\nWhich?,a,b,A,x\n"

    assert remarks(text) == ["columns that were not read: Teacher's mark"]


def test_choices_below_no_stem_are_named() -> None:
    text = "Question,A,B,Answer\nWhich?,a,b,A\n,c,d,B\n,,,\n"

    assert [(each.place, each.reason) for each in skipped(text)] == [("line 3", "it has choices but no stem")]


@pytest.mark.parametrize("key", ["B. Rome", "b) Rome", "(B) Rome", "B: rome"])
def test_a_key_that_is_a_letter_and_its_text(key: str) -> None:
    assert choices(the_draft(f"Question,A,B,Answer\nWhich?,Paris,Rome,{key}\n")) == ["Paris", "*Rome"]


def test_a_letter_with_the_text_of_another_choice_is_no_key() -> None:
    assert [each.reason for each in skipped("Question,A,B,Answer\nWhich?,Paris,Rome,A. Rome\n")] == [
        "its key “A. Rome” is no choice"
    ]


@pytest.mark.parametrize(
    "names", ["ABCDEFGHIJKL", [f"Option {n}" for n in range(1, 13)], [f"Option {a}" for a in "ABCDEFGHIJKL"]]
)
def test_more_choices_than_a_question_takes_are_all_read(names: Sequence[str]) -> None:
    cells = [f"month {n}" for n in range(1, 13)]

    draft = the_draft("\n".join([f"Question,{','.join(names)},Answer", f"Which?,{','.join(cells)},month 12"]))

    assert choices(draft) == [*cells[:11], "*month 12"]


def test_a_table_that_names_no_choices_is_refused() -> None:
    with pytest.raises(NotABank, match="without a header that names a question and its choices"):
        drafts("name,age\nAnn,7\n", "csv")


def test_what_the_bank_doubts_is_told() -> None:
    text = "question,choices,answer,error_type\nA?,\"['a', 'b']\",0,wrong_groundtruth\nB?,\"['a', 'b']\",1,ok\n"

    assert [draft.notes for draft in drafts(text)] == [("the bank itself doubts it: wrong_groundtruth",), ()]


def test_unicode_text_of_a_spreadsheet() -> None:
    text = "Question\tOption 1\tOption 2\tCorrect\r\nКоторый?\tодин\tдва\t1\r\n"

    assert choices(the_draft(text.encode("utf-16"))) == ["*один", "два"]
