"""YAML as plain text: every value is a string, a list or a mapping, and every key remembers its line."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from bot.bank.problem import Finding, Problem, Where, field_name, printable, quoted

Tree = str | list["Tree"] | dict[str, "Tree"]

_DEEPEST = 12
_LOADER: type[yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""The C parser is ten times faster; both give the same events."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SYNTAX = (
    "Look at this line and the one above: put a text that holds “: ” or begins with a sign such as ` * & ! @ % [ { "
    "in quotes or below a |, close every quote, and indent with spaces, never tabs"
)
_WRITE_OUT = "Write the text out; if it really begins with * or & or !, put it in quotes"


class _TooDeepError(Exception):
    """Lists within lists beyond anything a question needs."""


@dataclass(slots=True, kw_only=True)
class YamlText:
    """What a file says: `data` is empty text when it says nothing; `unread` names the values left out."""

    data: Tree = ""
    lines: dict[Where, int] = field(default_factory=lambda: {(): 1})
    findings: list[Finding] = field(default_factory=list)
    unread: set[Where] = field(default_factory=set)

    def line_of(self, where: Where) -> int:
        """The line of a value, or of the nearest thing around it that is there."""
        while where not in self.lines:
            where = where[:-1]
        return self.lines[where]

    def problems(self, file: Path, findings: Iterable[Finding]) -> list[Problem]:
        """The findings as problems of that file, each with its line."""
        return [
            Problem(
                file=printable(file),
                line=each.line or self.line_of(each.where),
                field=field_name(each.where),
                problem=each.problem,
                remedy=each.remedy,
            )
            for each in findings
        ]


def read(text: str) -> YamlText:
    """Read one YAML document; never raises, whatever the text holds."""
    out = YamlText()
    if control := _CONTROL.search(text):
        line = text.count("\n", 0, control.start()) + 1
        out.findings.append(_broken(f"holds the control character U+{ord(control[0]):04X}", "Take it out", line))
        return out
    try:
        _Reader(text, out).document()
    except _TooDeepError:
        out.findings.append(_broken("nests its lists too deeply", "Look at content/README.md for the form of a file"))
    except yaml.MarkedYAMLError as error:
        open_end = error.problem == "found unexpected end of stream" and error.context_mark is not None
        mark = error.context_mark if open_end else error.problem_mark or error.context_mark
        line = 1 if mark is None else mark.line + 1
        out.findings.append(_broken(f"cannot be read as YAML: {error.problem}", _SYNTAX, line))
    except yaml.YAMLError as error:
        out.findings.append(_broken(f"cannot be read as YAML: {quoted(str(error))}", _SYNTAX))
    return out


def _broken(problem: str, remedy: str, line: int = 1) -> Finding:
    return Finding(problem=problem, remedy=remedy, line=line)


class _Reader:
    """Builds the tree from the parser's events; aliases, anchors, tags and repeated keys are found, not followed."""

    def __init__(self, text: str, out: YamlText) -> None:
        self._events: Iterator[Any] = iter(yaml.parse(text, Loader=_LOADER))  # the stubs leave out anchors and values
        self._out = out

    def document(self) -> None:
        """Read the first document to its end and refuse a second one."""
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                break
        else:
            return
        data = self._value(next(self._events), ())
        next(self._events)
        after = next(self._events)
        if isinstance(after, yaml.DocumentStartEvent):
            self._find((), "holds a second document", "Keep one question a file and take the --- out", after)
        self._out.data = data

    def _value(self, event: Any, where: Where) -> Tree:
        self._out.lines.setdefault(where, event.start_mark.line + 1)
        if len(where) > _DEEPEST:
            raise _TooDeepError
        if isinstance(event, yaml.AliasEvent):
            self._out.unread.add(where)
            self._find(where, f"refers to another value (*{event.anchor})", _WRITE_OUT, event)
            return ""
        if event.anchor is not None or getattr(event, "tag", None) is not None:
            sign = f"&{event.anchor}" if event.anchor is not None else event.tag
            self._find(where, f"carries a YAML mark ({quoted(sign)})", _WRITE_OUT, event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._list(where)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(where)
        return str(event.value)

    def _list(self, where: Where) -> Tree:
        items: list[Tree] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._value(event, (*where, len(items))))
        return items

    def _mapping(self, where: Where) -> Tree:
        fields: dict[str, Tree] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = event.value if isinstance(event, yaml.ScalarEvent) else None
            here = (*where, "?" if key is None else key)
            if key is None:
                self._value(event, here)
                self._find(where, "holds a key that is not a word", "Begin each line with a field's name", event)
            elif key in fields:
                first = self._out.lines[here]
                self._find(here, f"stands here again (first in line {first})", "Keep one of the two", event)
                self._value(next(self._events), (*where, "?"))
                continue
            self._out.lines[here] = event.start_mark.line + 1
            value = self._value(next(self._events), here)
            if key is not None:
                fields[key] = value
        return fields

    def _find(self, where: Where, problem: str, remedy: str, event: Any) -> None:
        line = event.start_mark.line + 1
        self._out.findings.append(Finding(where=where, problem=problem, remedy=remedy, line=line))
