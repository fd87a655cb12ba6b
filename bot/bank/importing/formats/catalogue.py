"""All formats, and the finding of a file's own by what is in it."""

from bot.bank.importing.archive import is_zip
from bot.bank.importing.draft import Format, NotABank
from bot.bank.importing.formats import (
    aiken,
    gift,
    json_bank,
    md_bullet,
    md_checkbox,
    md_details,
    md_labelled,
    moodle_xml,
    own,
    qti2,
    qti12,
    qti_package,
    table,
    yaml_bank,
)
from bot.bank.importing.looks import looks_like, may_look_like
from bot.bank.importing.source import Source
from bot.bank.importing.xml_tree import root_name

_TABLES = ("kahoot", "quizizz", "blooket", "openstax", "tsv")
_SURE = 30


def all_formats() -> tuple[Format, ...]:
    """Every format that can be imported; of those equally sure, the first is taken."""
    return (
        gift.FORMAT,
        aiken.FORMAT,
        moodle_xml.FORMAT,
        qti12.FORMAT,
        qti2.FORMAT,
        qti_package.FORMAT,
        md_checkbox.FORMAT,
        md_details.FORMAT,
        md_labelled.FORMAT,
        md_bullet.FORMAT,
        table.BOOK,
        table.TEXT,
        json_bank.FORMAT,
        own.FORMAT,
        yaml_bank.FORMAT,
    )


def format_names() -> tuple[str, ...]:
    """What `--format` takes."""
    return (*(each.name for each in all_formats()), *_TABLES)


def format_of(source: Source, named: str = "") -> Format:
    """The format of a file: the named one, else the one that its content shows.

    Raises:
        NotABank: it is of no format that can be imported; says what it looks like.
    """
    if named:
        return _named(source, named)
    refused = looks_like(source)
    if refused:
        raise NotABank(refused)
    sure, found = max(((each.sniff(source), each) for each in all_formats()), key=lambda pair: pair[0])
    if sure < _SURE and is_zip(source):
        raise NotABank("It is a zip in which nothing is a question bank.")
    if sure < _SURE and (another := may_look_like(source)):
        raise NotABank(another)
    if sure < _SURE:
        raise NotABank(f"It is no question bank: it looks like {_kind(source)}.")
    return found


def _named(source: Source, named: str) -> Format:
    if named in _TABLES:
        return table.BOOK if table.BOOK.sniff(source) else table.TEXT
    found = next((each for each in all_formats() if each.name == named), None)
    if found is None:
        raise NotABank(f"There is no format {named}; known are {', '.join(format_names())}.")
    return found


def _kind(source: Source) -> str:
    head = source.head.strip()
    if not head:
        return "an empty file"
    if head.startswith(("{", "[")):
        return "JSON in which nothing has a question and choices"
    if head.startswith("<"):
        return f"XML with the root <{root_name(source.text[:20_000])}>"
    return "plain text without choices and keys"
