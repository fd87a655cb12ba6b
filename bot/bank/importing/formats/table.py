"""Tables with a header: CSV, TSV and workbooks, of Kahoot, Quizizz, Blooket, OpenStax or anybody's own making."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.bank.importing.archive import names_in
from bot.bank.importing.draft import Format, NotABank, Reading, Remark, Skipped
from bot.bank.importing.encoding import Unreadable
from bot.bank.importing.records import Record, read_records
from bot.bank.importing.roles import plain_name, role_of
from bot.bank.importing.source import Source
from bot.bank.importing.table_rows import HEADER_WITHIN, Row, header, text_rows
from bot.bank.importing.workbook import sheets

_SAMPLE = 60_000
_LONGEST_NAME, _MOST_NAMES = 40, 10
_NO_HEADER = "is a table without a header that names a question and its choices."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """The names of the header, the rows below it that say anything, and those that cannot be had."""

    names: list[str]
    records: list[Record]
    skipped: list[Skipped]


def _sniff_text(source: Source) -> int:
    if source.is_binary or source.head.lstrip().startswith(("<", "{", "[")):
        return 0
    sample = Source(name=source.name, data=source.text[:_SAMPLE].encode())
    try:
        first = [row for row, _ in zip(text_rows(sample), range(HEADER_WITHIN), strict=False)]
    except Unreadable:
        return 0
    return 75 if header([row for row in first if not isinstance(row, Skipped)]) is not None else 0


def _sniff_book(source: Source) -> int:
    return 90 if any(name.startswith("xl/") for name in names_in(source)) else 0


def _read_text(source: Source) -> Reading:
    found = _table(list(text_rows(source)))
    if found is None:
        raise NotABank(f"{source.name} {_NO_HEADER}")
    yield from _drafts(source, found)


def _read_book(source: Source) -> Reading:
    book = sheets(source)
    found = [(sheet, _table(sheet.rows)) for sheet in book]
    if not any(table for _, table in found):
        raise NotABank(f"{source.name} {_NO_HEADER}")
    for sheet, table in found:
        remark = sheet.remark or ("" if table or not sheet.rows else f"it {_NO_HEADER}")
        if remark:
            yield Remark(text=f"sheet {sheet.title}: {remark}")
        if table:
            yield from _drafts(source, table)


def _drafts(source: Source, table: _Table) -> Reading:
    """Columns that are numbered from 1 say how the key counts; games with a time limit mean nothing but numbers."""
    names = table.names
    columns = [called for role, called in map(role_of, names) if role == "column"]
    counting = 1 if "1" in columns else source.counting
    markdown = any("markdown" in name.casefold() for name in names)
    of_a_game = counting == 1 and any(plain_name(name).startswith("time") for name in names)
    unread = [
        " ".join(name.split())[:_LONGEST_NAME] for name in names if len(plain_name(name)) > 1 and not role_of(name)[0]
    ]
    if unread:
        yield Remark(text=f"columns that were not read: {', '.join(unread[:_MOST_NAMES])}")
    yield from table.skipped
    yield from read_records(
        table.records, counting=counting, find=source.beside, markdown=markdown, numbers_first=of_a_game
    )


def _table(rows: Sequence[Row | Skipped]) -> _Table | None:
    """The table under a header; above it nothing counts."""
    whole = [row for row in rows if not isinstance(row, Skipped)]
    place = header(whole)
    if place is None:
        return None
    names = whole[place][1]
    records = [Record(place=where, values=_named(names, cells)) for where, cells in whole[place + 1 :]]
    skipped = [row for row in rows if isinstance(row, Skipped)]
    skipped += [Skipped(place=each.place, reason="it has choices but no stem") for each in records if _lost(each)]
    return _Table(names=names, records=[each for each in records if _says_something(each)], skipped=skipped)


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


def _lost(record: Record) -> bool:
    """Whether a row has several choices and no stem, as below cells that were merged."""
    roles = [role for role, _ in map(role_of, record.values)]
    return "stem" not in roles and ("options" in roles or roles.count("column") + roles.count("wrong") > 1)


TEXT = Format(name="csv", sniff=_sniff_text, read=_read_text)
BOOK = Format(name="xlsx", sniff=_sniff_book, read=_read_book)
