"""A pack as one text: in our own YAML, as GIFT, or as a table; imported again, every question is the same."""

import csv
import io
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from bot.bank.importing.formats.gift import OUR_MARK
from bot.bank.importing.pack_state import Existing, PackState
from bot.bank.importing.record import is_right
from bot.bank.question_yaml import dumped, in_order

_ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in "\\~=#{}:"} | {"\n": "\\n"})
_COLUMNS = ("ID", "Topic", "Title", "Difficulty", "Question (Markdown)")
_LAST_COLUMNS = ("Correct", "Explanation", "Trap")


class ExportFormat(StrEnum):
    """What a pack can be exported as."""

    YAML = "yaml"
    GIFT = "gift"
    CSV = "csv"


def exported(state: PackState, form: ExportFormat) -> Iterator[str]:
    """The pack's text in parts, questions by topic and id."""
    questions = sorted(state.questions.values(), key=lambda each: (each.topic, each.id))
    match form:
        case ExportFormat.YAML:
            yield from _yaml(state, questions)
        case ExportFormat.GIFT:
            yield from _gift(state, questions)
        case ExportFormat.CSV:
            yield from _csv(questions)


def left_out(state: PackState, form: ExportFormat) -> int:
    """How many pictures do not come along: only our own YAML holds them."""
    return 0 if form is ExportFormat.YAML else sum(each.picture is not None for each in state.questions.values())


def _yaml(state: PackState, questions: Iterable[Existing]) -> Iterator[str]:
    yield dumped({"pack": state.folder.name})
    yield "questions:\n"
    for each in questions:
        values = in_order(each.values)
        values.pop("draft", None)
        if each.picture is not None:
            values["image"] = {**values["image"], "data": b64encode(each.picture).decode()}
        yield dumped([{"id": each.id, "topic": each.topic, **values}])


def _gift(state: PackState, questions: Iterable[Existing]) -> Iterator[str]:
    yield f"{OUR_MARK} {state.folder.name}: texts are its own Markdown\n"
    topic = ""
    for each in questions:
        if each.topic != topic:
            topic = each.topic
            yield f"\n$CATEGORY: {topic}\n"
        choices = _choices(each)
        lines = [f"// [id:{each.id}]", f"::{_escaped(each.id)}::[markdown]{_escaped(each.values.get('stem', ''))} {{"]
        lines += [f"\t{_share(choice, choices)}{_escaped(choice.get('text', ''))}{_why(choice)}" for choice in choices]
        if explanation := each.values.get("explanation", ""):
            lines.append(f"\t####{_escaped(explanation)}")
        yield "\n" + "\n".join([*lines, "}"]) + "\n"


def _share(choice: Mapping[str, Any], choices: Sequence[Mapping[str, Any]]) -> str:
    """The sign and the share of the credit: a single right choice has all of it."""
    right = sum(map(is_right, choices))
    if not is_right(choice):
        return "~%0%"
    return "=%100%" if right == 1 else f"~%{100 / right:.5f}%"


def _why(choice: Mapping[str, Any]) -> str:
    return f"#{_escaped(choice['why'])}" if choice.get("why") else ""


def _escaped(text: object) -> str:
    return str(text).strip().translate(_ESCAPED)


def _csv(questions: Sequence[Existing]) -> Iterator[str]:
    most = max((len(_choices(each)) for each in questions), default=0)
    pairs = [name for number in range(1, most + 1) for name in (f"Option {number}", f"Feedback {number}")]
    yield _row([*_COLUMNS, *pairs, *_LAST_COLUMNS])
    for each in questions:
        values, choices = each.values, _choices(each)
        right = [f"Option {number}" for number, choice in enumerate(choices, 1) if is_right(choice)]
        texts = [str(choice.get(name, "")) for choice in choices for name in ("text", "why")]
        told = [values.get(name, "") for name in ("title", "difficulty", "stem")]
        rest = ["; ".join(right), values.get("explanation", ""), values.get("trap", "")]
        blank = [""] * (len(pairs) - len(texts))
        yield _row([each.id, each.topic, *told, *texts, *blank, *rest])


def _row(cells: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([str(cell).strip() for cell in cells])
    return line.getvalue()


def _choices(each: Existing) -> list[Mapping[str, Any]]:
    found = each.values.get("choices", [])
    return [choice for choice in found if isinstance(choice, dict)] if isinstance(found, list) else []
