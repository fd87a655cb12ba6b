"""The rows of a text parted by commas, semicolons, tabs or bars; and which row of a table is its header."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bot.bank.importing.draft import Skipped, first_words
from bot.bank.importing.encoding import Unreadable
from bot.bank.importing.roles import role_of
from bot.bank.importing.source import MOST_IN_ALL, Source

Row = tuple[str, list[str]]
"""Where it stands, and its cells as text."""

HEADER_WITHIN = 40
"""The first rows, among which the header is looked for."""
_LONGEST_RECORD = 1_000_000
_MOST_OPEN = 100


def text_rows(source: Source) -> Iterator[Row | Skipped]:
    """The rows of a text, parted by the sign under which most names of its header are known.

    A quotation mark that is never closed loses its own line alone.

    Raises:
        Unreadable: so many are not closed that it is no table.
    """
    lines = io.StringIO(source.text).readlines()
    sign, place, lost = _delimiter(lines), 0, 0
    while place < len(lines):
        row, count = _record(lines, place, sign)
        where = f"line {place + 1}"
        if count:
            yield where, row
        elif lost >= _MOST_OPEN:
            raise Unreadable(f"{source.name} is no table: its quotation marks do not pair.")
        else:
            lost += 1
            yield Skipped(place=where, reason="a quotation mark in it is not closed", words=first_words(lines[place]))
        place += count or 1


def _record(lines: Sequence[str], place: int, sign: str) -> tuple[list[str], int]:
    """The record that begins in a line, and its number of lines: none where it spans several and is not whole."""
    with _cells_of_any_size():
        alone = csv.reader([lines[place], "."], delimiter=sign)
        row = next(alone)
        if alone.line_num == 1:
            return row, 1
        whole = csv.reader(_from(lines, place, sign), delimiter=sign, strict=True)
        try:
            return next(whole), whole.line_num
        except csv.Error:
            return [], 0


def _from(lines: Sequence[str], place: int, sign: str) -> Iterator[str]:
    """The lines from this one on, as far as a record may go; blanks after a cell's end are not looked at."""
    blanks = re.compile(rf'" +(?={re.escape(sign)}|$)', re.MULTILINE)
    size = 0
    for number in range(place, len(lines)):
        size += len(lines[number])
        if size > _LONGEST_RECORD:
            return
        yield blanks.sub('"', lines[number])


@contextmanager
def _cells_of_any_size() -> Iterator[None]:
    """The library's limit is one for all of the program, so it is put back at once."""
    before = csv.field_size_limit(MOST_IN_ALL)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def header(rows: Sequence[Row]) -> int | None:
    """The place of the row that names a question and its choices, among the first rows."""
    for place, (_, cells) in enumerate(rows[:HEADER_WITHIN]):
        roles = [role for role, _ in map(role_of, cells) if role]
        if "stem" in roles and ({"options", "wrong"} & set(roles) or roles.count("column") > 1):
            return place
    return None


def _delimiter(lines: Sequence[str]) -> str:
    def known(sign: str) -> int:
        rows = (_record(lines, place, sign)[0] for place in range(min(len(lines), HEADER_WITHIN)))
        return max((sum(bool(role_of(cell)[0]) for cell in row) for row in rows if len(row) > 1), default=0)

    return max(",;\t|", key=known)
