"""Tables with a header: CSV, TSV and workbooks, of Kahoot, Quizizz, Blooket, OpenStax or anybody's own making."""

import csv
from collections.abc import Iterable, Iterator

from bot.bank.importing.archive import names_in
from bot.bank.importing.draft import Format, NotABank, Reading
from bot.bank.importing.records import Record, read_records
from bot.bank.importing.roles import plain_name, role_of
from bot.bank.importing.source import Source, Unreadable
from bot.bank.importing.table_rows import Row, header, sheet_rows, text_rows

_SAMPLE = 60_000
_NO_HEADER = "is a table without a header that names a question and its choices."


def _sniff_text(source: Source) -> int:
    if source.is_binary or source.head.lstrip().startswith(("<", "{", "[")):
        return 0
    sample = Source(name=source.name, data=source.text[:_SAMPLE].encode())
    try:
        return 75 if header([row for row, _ in zip(text_rows(sample), range(40), strict=False)]) is not None else 0
    except (Unreadable, csv.Error):
        return 0


def _sniff_book(source: Source) -> int:
    return 90 if any(name.startswith("xl/") for name in names_in(source)) else 0


def _read_text(source: Source) -> Reading:
    found = _records(text_rows(source))
    if found is None:
        raise NotABank(f"{source.name} {_NO_HEADER}")
    yield from _drafts(source, *found)


def _read_book(source: Source) -> Reading:
    found = [each for each in map(_records, sheet_rows(source)) if each is not None]
    if not found:
        raise NotABank(f"{source.name} {_NO_HEADER}")
    for each in found:
        yield from _drafts(source, *each)


def _drafts(source: Source, names: list[str], records: list[Record]) -> Reading:
    """Columns that are numbered from 1 say how the key counts; games with a time limit mean nothing but numbers."""
    columns = [called for role, called in map(role_of, names) if role == "column"]
    counting = 1 if "1" in columns else source.counting
    markdown = any("markdown" in name.casefold() for name in names)
    of_a_game = counting == 1 and any(plain_name(name).startswith("time") for name in names)
    yield from read_records(records, counting=counting, find=source.beside, markdown=markdown, numbers_first=of_a_game)


def _records(rows: Iterable[Row]) -> tuple[list[str], list[Record]] | None:
    """The names of the header, and all rows below it that say anything."""
    held: list[Row] = []
    reading: Iterator[Row] = iter(rows)
    for row in reading:
        held.append(row)
        if len(held) >= 40:  # noqa: PLR2004 - the header is looked for in the first rows
            break
    place = header(held)
    if place is None:
        return None
    names = held[place][1]
    below = (*held[place + 1 :], *reading)
    found = (Record(place=where, values=_named(names, cells)) for where, cells in below)
    return names, [record for record in found if _says_something(record)]


def _named(names: list[str], cells: list[str]) -> dict[str, str]:
    """The cells under their names; a name that stands twice keeps its first cell that says something."""
    values: dict[str, str] = {}
    for name, cell in zip(names, cells, strict=False):
        if name.strip() and cell.strip():
            values.setdefault(name, cell)
    return values


def _says_something(record: Record) -> bool:
    """Whether a row has a stem and is not the line of instructions that templates have below their header."""
    stems = [value for name, value in record.values.items() if role_of(name)[0] == "stem"]
    return bool(stems) and "(required" not in stems[0]


TEXT = Format(name="csv", sniff=_sniff_text, read=_read_text)
BOOK = Format(name="xlsx", sniff=_sniff_book, read=_read_book)
