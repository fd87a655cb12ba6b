"""YAML: any list of records that have a question and choices; every value is read as text."""

import re
from collections.abc import Iterator
from typing import Any

from bot.bank.importing.draft import Format, NotABank, Other, Reading
from bot.bank.importing.records import Record, read_records
from bot.bank.importing.shapes import records_in
from bot.bank.importing.source import Source
from bot.bank.yaml_text import Tree, read

_KEY = re.compile(r"^[ \t]*+(?:-[ \t]++)*+[\"']?+[\w.?'][\w .?'-]{0,199}?[\"']?+[ \t]*+:(?:[ \t]|$)", re.MULTILINE)
_DOCUMENT = re.compile(r"^---[ \t]*$", re.MULTILINE)
_FEW = 3


def _sniff(source: Source) -> int:
    if source.is_binary or source.head.lstrip().startswith(("<", "{", "[", "#!")) or not _KEY.search(source.head):
        return 0
    trees = list(_trees(source))
    if any(next(records_in(tree), None) for tree in trees):
        return 80
    return 60 if any(map(_open_answers, trees)) else 0


def _read(source: Source) -> Reading:
    trees = list(_trees(source))
    found = [record for tree in trees for record in records_in(tree)]
    records = [Record(place=f"question {n}", values=each.values, topics=each.topics) for n, each in enumerate(found, 1)]
    for tree in trees:
        for number in range(_open_answers(tree)):
            yield Other(place=f"question {number + 1}", kind="open answer")
    if not records and not any(map(_open_answers, trees)):
        raise NotABank(f"{source.name} is YAML in which nothing has a question and choices.")
    yield from read_records(records, counting=source.counting, find=source.beside)


def _trees(source: Source) -> Iterator[Tree]:
    """What each document says, as far as it can be read."""
    for document in _DOCUMENT.split(source.text):
        if document.strip():
            yield read(document).data


def _open_answers(tree: Any) -> int:
    """How many questions a trivia list has: names with a list of accepted answers each."""
    if not isinstance(tree, dict) or next(records_in(tree), None):
        return 0
    lists = [
        value for value in tree.values() if isinstance(value, list) and all(isinstance(each, str) for each in value)
    ]
    return len(lists) if len(lists) > max(_FEW, len(tree) / 2) else 0


FORMAT = Format(name="yaml", sniff=_sniff, read=_read)
