"""Finds the records in a tree of lists and tables, whatever stands around them."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.bank.importing.records import Record, is_record
from bot.bank.importing.roles import role_of

_DEEPEST = 12
_LONGEST_NAME = 100


def records_in(data: Any, *, topics: tuple[str, ...] = ()) -> Iterator[Record]:
    """The records in the order of the file; categories and titles around them are their topics, the nearest first."""
    for number, (values, around) in enumerate(_found(data, topics, 0), 1):
        yield Record(place=f"question {number}", values=values, topics=around)


def _found(data: Any, topics: tuple[str, ...], depth: int) -> Iterator[tuple[Mapping[str, Any], tuple[str, ...]]]:
    if depth > _DEEPEST:
        return
    if is_record(data):
        yield data, topics
    elif isinstance(data, list):
        for each in data:
            yield from _found(each, topics, depth + 1)
    elif isinstance(data, Mapping):
        names = [value for name, value in data.items() if role_of(str(name))[0] in {"topic", "title"}]
        around = (*(name for name in names if isinstance(name, str) and len(name) <= _LONGEST_NAME), *topics)
        for each in data.values():
            if isinstance(each, list | Mapping):
                yield from _found(each, around, depth + 1)
