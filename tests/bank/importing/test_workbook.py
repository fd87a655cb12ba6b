"""Workbooks: cells as people see them, and what cannot be had of them."""

import io
from datetime import datetime, time
from typing import Any

import pytest
from openpyxl import Workbook

from bot.bank.importing.cell_text import cell_text
from tests.bank.importing.reading import choices, drafts, everything, remarks, skipped, the_draft

HEADER = ["Question", "A", "B", "Answer"]


def saved(book: Workbook) -> bytes:
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def a_book(*rows: list[Any]) -> Workbook:
    book = Workbook()
    sheet = book.worksheets[0]
    for row in (HEADER, *rows):
        sheet.append(row)
    return book


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (None, "General", ""),
        (4, "General", "4"),
        (4.0, "General", "4"),
        (0.5, None, "0.5"),
        (True, "General", "True"),
        (0.25, "0%", "25%"),
        (0.125, "0.0%", "12.5%"),
        (2.5, "#,##0.00 €", "2.50 €"),
        (1234.5, '"$"#,##0.00', "$1,234.50"),
        (7, "[$€-407]0.00;[Red]-0.00", "€7.00"),
        (3, '0" km"', "3 km"),
        (-2, "0", "-2"),
        (1.5, "# ?/?", "1.5"),
        (1500, "0.00E+00", "1500"),
        (10**20, "#,##0", "100,000,000,000,000,000,000"),
        (datetime.fromisoformat("1945-05-08"), "d.m.yy", "1945-05-08"),
        (datetime.fromisoformat("1945-05-08T23:01"), "d.m.yy", "1945-05-08 23:01"),
        (time(9, 30), "h:mm", "09:30"),
    ],
)
def test_a_cell_says_what_people_see_in_it(value: object, form: str | None, text: str) -> None:
    assert cell_text(value, form) == text


def test_cells_are_text_in_their_own_format() -> None:
    book = a_book(["Which?", 0.25, 1, "A"])
    book.worksheets[0]["B2"].number_format = "0%"

    assert choices(the_draft(saved(book))) == ["*25%", "1"]


def test_a_key_is_met_by_its_value_however_the_choice_is_shown() -> None:
    book = a_book(["How much?", 1.5, 2.5, 2.5])
    book.worksheets[0]["C2"].number_format = "0.00 €"

    assert choices(the_draft(saved(book))) == ["1.5", "*2.50 €"]


def test_a_formula_without_its_value_loses_its_question_alone() -> None:
    book = saved(a_book(["Sum?", "=1+1", "3", "A"], ["Next?", "a", "b", "A"]))

    assert [draft.stem for draft in drafts(book)] == ["Next?"]
    assert [(each.place, each.words) for each in skipped(book)] == [("Sheet row 2", "Sum? 3 A")]
    assert skipped(book)[0].reason.startswith("it has a formula without its value")


def test_hidden_sheets_and_sheets_without_a_header_are_left_out_and_named() -> None:
    book = a_book(["Which?", "a", "b", "A"])
    book.create_sheet("Loose").append(["What is it?", "a", "b", "A"])
    hidden = book.create_sheet("Old")
    hidden.append(HEADER)
    hidden.append(["Hidden?", "a", "b", "A"])
    hidden.sheet_state = "hidden"
    book.create_sheet("Blank")

    assert [draft.stem for draft in drafts(saved(book))] == ["Which?"]
    assert remarks(saved(book)) == [
        "sheet Loose: it is a table without a header that names a question and its choices.",
        "sheet Old: it is hidden, so it was left out",
    ]


def test_rows_are_counted_over_all_sheets() -> None:
    book = a_book(["Which?", "a", "b", "A"])
    book.worksheets[0].cell(row=1_048_576, column=16_384, value="x")
    for number in range(20):
        book.create_sheet(f"far {number}").cell(row=1_048_576, column=16_384, value="x")

    found = everything(saved(book))

    assert len([each for each in found if "more than 100,000 rows" in getattr(each, "text", "")]) == 21
    assert len(drafts(saved(book))) == 1
