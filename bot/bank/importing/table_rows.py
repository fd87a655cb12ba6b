"""The rows of a table: of a text parted by commas, semicolons, tabs or bars, or of every sheet of a workbook."""

import csv
import io
import warnings
from collections.abc import Iterator
from itertools import islice
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from bot.bank.importing.archive import DAMAGE, unpacked
from bot.bank.importing.roles import role_of
from bot.bank.importing.source import Source, Unreadable

Row = tuple[str, list[str]]
"""Where it stands, and its cells as text."""

_HEADER_WITHIN = 30
_SAMPLE = 20_000
_MOST_COLUMNS = 200
_MOST_ROWS = 100_000


def text_rows(source: Source) -> Iterator[Row]:
    """The rows of a text, parted by the sign under which most names of its header are known.

    Raises:
        Unreadable: a cell goes beyond what a table holds.
    """
    reader = csv.reader(io.StringIO(source.text), delimiter=_delimiter(source.text[:_SAMPLE]))
    try:
        for row in reader:
            yield f"line {reader.line_num}", row
    except csv.Error as error:
        raise Unreadable(f"{source.name} is no table from line {reader.line_num} on: {error}.") from error


def sheet_rows(source: Source) -> Iterator[list[Row]]:
    """The rows of each sheet of a workbook that say anything, formulas by the values they had.

    Raises:
        Unreadable: it is damaged or goes beyond a bound.
    """
    unpacked(source)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # The library warns of every extension that it leaves out.
        try:
            book = load_workbook(source.stream(), read_only=True, data_only=True, keep_links=False)
            found = [_rows(sheet) for sheet in book.worksheets]
            book.close()
        except (*DAMAGE, InvalidFileException, KeyError, TypeError, AttributeError, IndexError, SyntaxError) as error:
            raise Unreadable(f"{source.name} is a damaged workbook ({error}).") from error
    yield from found


def _rows(sheet: Any) -> list[Row]:
    values = islice(sheet.iter_rows(max_col=_MOST_COLUMNS, values_only=True), _MOST_ROWS)
    rows = ((f"{sheet.title} row {number}", list(map(_cell, row))) for number, row in enumerate(values, 1))
    return [(place, cells) for place, cells in rows if any(cells)]


def header(rows: list[Row]) -> int | None:
    """The place of the row that names a question and its choices, among the first rows."""
    for place, (_, cells) in enumerate(rows[:_HEADER_WITHIN]):
        roles = [role for role, _ in map(role_of, cells) if role]
        if "stem" in roles and ({"options", "wrong"} & set(roles) or roles.count("column") > 1):
            return place
    return None


def _delimiter(sample: str) -> str:
    def known(sign: str) -> int:
        rows = list(csv.reader(io.StringIO(sample), delimiter=sign))[:_HEADER_WITHIN]
        return max((sum(bool(role_of(cell)[0]) for cell in row) for row in rows if len(row) > 1), default=0)

    return max(",;\t|", key=known)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
