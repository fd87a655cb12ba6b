"""JSON: any list of records with a question and choices, one object a line too, and the Open Trivia DB's escapes."""

import binascii
import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from bot.bank.importing.draft import Format, NotABank, Reading
from bot.bank.importing.records import Record, read_records
from bot.bank.importing.roles import fields
from bot.bank.importing.shapes import records_in
from bot.bank.importing.source import Source

_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_ENTITY = re.compile(r"&(?:quot|#0?39|amp|lt|gt|[a-zA-Z]+);")
_BEGINS = re.compile(r"\s*+(?:\[\s*+[{\"]|\{\s*+\")")
_LONG = 100
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")


def _sniff(source: Source) -> int:
    if source.is_binary or not source.head.lstrip().startswith(("[", "{")):
        return 0
    try:
        data = _data(source)
    except NotABank:
        return 31 if _BEGINS.match(source.head) else 0  # Better than nothing: the reading says what is broken.
    return 85 if next(records_in(data), None) else 20


def _read(source: Source) -> Reading:
    records = list(records_in(_data(source)))
    if not records:
        raise NotABank(f"{source.name} is JSON in which nothing has a question and choices.")
    trivia = all("wrong" in fields(record.values) for record in records)
    if trivia:
        records = list(_unwrapped(records))
    entities = trivia and any(_ENTITY.search(str(value)) for record in records for value in record.values.values())
    yield from read_records(records, counting=source.counting, find=source.beside, entities=entities)


def _data(source: Source) -> Any:
    text = source.text.removeprefix("\ufeff")
    try:
        return _loaded(text)
    except json.JSONDecodeError as error:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(lines) > 1 and all(line.lstrip().startswith("{") for _, line in lines):
            return list(_lines(source, lines))
        raise NotABank(f"{source.name} is broken JSON in line {_line_of(text, error)}: {error.msg}.") from error
    except RecursionError as error:
        raise NotABank(f"{source.name} is JSON that nests too deeply.") from error


def _loaded(text: str) -> Any:
    """What a text says, fractions as they are written, and numbers beyond any use too."""
    return json.loads(text, parse_int=lambda digits: int(digits) if len(digits) < _LONG else digits, parse_float=str)


def _line_of(text: str, error: json.JSONDecodeError) -> int:
    """The line at fault: that of the last sign before the place where the reader gave up."""
    return text.count("\n", 0, len(text[: error.pos].rstrip())) + 1


def _lines(source: Source, lines: list[tuple[int, str]]) -> Iterator[Any]:
    for number, line in lines:
        try:
            yield _loaded(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise NotABank(f"{source.name} is broken JSON in line {number}: {error}.") from error


def _unwrapped(records: list[Record]) -> Iterator[Record]:
    """The records with their texts decoded once, if the whole file is percent-encoded or in base64."""
    texts = [text for record in records for text in _texts(record.values)]
    decode: Callable[[str], str] = str
    if not any(" " in text for text in texts) and any(map(_PERCENT.search, texts)):
        decode = unquote
    elif all(_BASE64.fullmatch(text) for text in texts) and all(len(text) > 3 for text in texts):  # noqa: PLR2004
        decode = _from_base64
    for record in records:
        yield Record(place=record.place, values=_each(record.values, decode), topics=record.topics)


def _from_base64(text: str) -> str:
    try:
        return b64decode(text).decode()
    except (binascii.Error, UnicodeDecodeError):
        return text


def _each(value: Any, decode: Callable[[str], str]) -> Any:
    if isinstance(value, Mapping):
        return {name: _each(each, decode) for name, each in value.items()}
    if isinstance(value, list):
        return [_each(each, decode) for each in value]
    return decode(value) if isinstance(value, str) else value


def _texts(values: Mapping[str, Any]) -> Iterator[str]:
    for value in values.values():
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from (each for each in value if isinstance(each, str))


FORMAT = Format(name="json", sniff=_sniff, read=_read)
