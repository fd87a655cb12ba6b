"""The sheets of a workbook as rows of text, and what of them cannot be read."""

import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, repeat
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from bot.bank.importing.archive import DAMAGE, Archive, unpacked
from bot.bank.importing.cell_text import cell_text
from bot.bank.importing.draft import Skipped, first_words
from bot.bank.importing.encoding import Unreadable
from bot.bank.importing.source import Source
from bot.bank.importing.table_rows import Row

_MOST_COLUMNS = 200
_MOST_ROWS = 100_000
_FORMULA = re.compile(rb"<f[\s/>]")
_DAMAGE = (InvalidFileException, KeyError, TypeError, AttributeError, IndexError, SyntaxError, OverflowError)
_NO_VALUE = "it has a formula without its value: open the workbook in Excel, save it, and import it again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet with the rows that say anything; `remark` is why not all of it is there."""

    title: str
    rows: tuple[Row | Skipped, ...] = ()
    remark: str = ""


def sheets(source: Source) -> list[Sheet]:
    """Every sheet of a workbook, formulas by the values they had; what is hidden has no rows.

    Raises:
        Unreadable: it is damaged or goes beyond a bound.
    """
    archive = unpacked(source)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # The library warns of every extension that it leaves out.
        try:
            return list(_sheets(source, with_formulas=_has_formulas(archive)))
        except (*DAMAGE, *_DAMAGE) as error:
            raise Unreadable(f"{source.name} is a damaged workbook ({error}).") from error


def _has_formulas(archive: Archive) -> bool:
    names = (name for name in archive.names if name.startswith("xl/worksheets/") and name.endswith(".xml"))
    return any(_FORMULA.search(archive.read(name)) for name in names)


def _sheets(source: Source, *, with_formulas: bool) -> Iterator[Sheet]:
    """One budget of rows is for all sheets, since a cell in a far corner makes every row above it one."""
    book = load_workbook(source.stream(), read_only=True, data_only=True, keep_links=False)
    told = load_workbook(source.stream(), read_only=True, keep_links=False) if with_formulas else None
    left = _MOST_ROWS
    for number, sheet in enumerate(book.worksheets):
        if sheet.sheet_state != "visible":
            yield Sheet(title=sheet.title, remark="it is hidden, so it was left out")
            continue
        written = repeat(()) if told is None else _cells(told.worksheets[number], left)
        rows, count = [], 0
        for count, (cells, formulas) in enumerate(zip(_cells(sheet, left), written, strict=False), 1):
            if any(cell.value is not None for cell in (*cells, *formulas)):
                rows.append(_row(f"{sheet.title} row {count}", cells, formulas))
        left -= count
        remark = "" if left else f"the workbook has more than {_MOST_ROWS:,} rows; what lies below them was left out"
        yield Sheet(title=sheet.title, rows=tuple(rows), remark=remark)


def _cells(sheet: Any, most: int) -> Iterator[Sequence[Any]]:
    return islice(sheet.iter_rows(max_col=_MOST_COLUMNS), most)


def _row(place: str, cells: Sequence[Any], formulas: Sequence[Any]) -> Row | Skipped:
    texts = [cell_text(cell.value, cell.number_format) for cell in cells]
    empty = (not text and formula.data_type == "f" for text, formula in zip(texts, formulas, strict=False))
    return Skipped(place=place, reason=_NO_VALUE, words=first_words(" ".join(texts))) if any(empty) else (place, texts)
