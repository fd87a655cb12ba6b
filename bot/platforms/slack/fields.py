"""A form's field as the inputs that Slack has for its kind."""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from bot.cards.blocks import Field, FieldKind, Option
from bot.core.days import WEEK, Frequency, Rule, read_days
from bot.core.errors import BadInput
from bot.core.timetable import parse_time
from bot.platforms.slack.elements import Piece, clean, fitted, plain_text

VALUE = "value"
"""The action id of every input; its block id is the field's name."""
OTHER_DAYS = ".words"
"""What the field of days that are no set of weekdays is called, after the name of the days' field."""

_LONGEST_TEXT = 2000
_LONGEST_PLACEHOLDER = 150
_LONGEST_OPTION = 75
_LONGEST_VALUE = 150
_LONGEST_TYPED = 3000
_MOST_OPTIONS = 100
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)
_CHANNEL = re.compile(r"[CG][A-Z0-9]+")
_PERSON = re.compile(r"[UW][A-Z0-9]+")
_DAYS = tuple(Option(value=day[:3].lower(), label=day) for day in WEEK)
_OTHER_GROUPS = "Whom a new question mentions. For a group of yours type /classroom setup ping=@group"
_RHYTHM = "Counts in place of the days above. For example: every 2 days, or monthly on 1,15"


def inputs_of(field: Field) -> list[Piece]:
    """One input; for days two, the second for what is no set of weekdays."""
    if field.kind is FieldKind.DAYS:
        return _days(field)
    if field.kind is FieldKind.GROUP:
        return [_asked(replace(field, help=_OTHER_GROUPS), _shown_by(field))]
    return [_asked(field, _shown_by(field) | _placeholder(field.example))]


def option(value: str, label: str = "") -> Piece:
    """One value on offer and what it is called."""
    return {"text": plain_text(fitted(label or value, _LONGEST_OPTION)), "value": value}


def _asked(field: Field, element: Piece) -> Piece:
    told = fitted(field.help, _LONGEST_TEXT)
    return {
        "type": "input",
        "block_id": field.name,
        "label": plain_text(fitted(field.label, _LONGEST_TEXT) or field.name),
        "element": {"action_id": VALUE, **element},
        "optional": not field.required,
        **({"hint": plain_text(told)} if told else {}),
    }


def _placeholder(example: str) -> Piece:
    shown = fitted(example, _LONGEST_PLACEHOLDER)
    return {"placeholder": plain_text(shown)} if shown else {}


def _shown_by(field: Field) -> Piece:
    """The element for the field's kind, filled with its value where Slack can show it."""
    value = field.value.strip()
    match field.kind:
        case FieldKind.PACK | FieldKind.TOPIC | FieldKind.CHOICE if options := _offered(field):
            shown = _several(options, value.split(",")) if field.kind is FieldKind.TOPIC else _one(options, value)
        case FieldKind.ZONE:
            first = {"initial_option": option(value)} if 0 < len(value) <= _LONGEST_VALUE else {}
            shown = {"type": "external_select", "min_query_length": 2, **first}
        case FieldKind.TIME:
            shown = {"type": "timepicker", **_time(value)}
        case FieldKind.DATE:
            shown = {"type": "datepicker", **_date(value)}
        case FieldKind.NUMBER:
            whole = {"is_decimal_allowed": False, "min_value": "1"}
            shown = {"type": "number_input", **whole, **_where(_NUMBER, "initial_value", value)}
        case FieldKind.CHANNEL:
            rooms = {"include": ["public", "private"]}
            first = _where(_CHANNEL, "initial_conversation", value)
            shown = {"type": "conversations_select", "filter": rooms, **first}
        case FieldKind.GROUP:
            shown = _group(value)
        case FieldKind.PERSON:
            shown = {"type": "users_select", **_where(_PERSON, "initial_user", value)}
        case _:
            shown = _typed(value)
    return shown


def _group(value: str) -> Piece:
    """Whom to call: those that every workspace has, and the group that is set; a dialog cannot offer the others."""
    words = {"none": "Nobody", "here": "@here", "channel": "@channel"}
    known = words if value in {"", *words} else {value: "The group that is set now", **words}
    return _one([option(each, label) for each, label in known.items()], value or "none")


def _typed(value: str) -> Piece:
    text = clean(value)[:_LONGEST_TYPED]
    return {"type": "plain_text_input", **({"initial_value": text} if text else {})}


def _where(pattern: re.Pattern[str], name: str, value: str) -> Piece:
    """The value under that name if it is such a one."""
    return {name: value} if pattern.fullmatch(value) else {}


def _time(value: str) -> Piece:
    try:
        return {"initial_time": f"{parse_time(value):%H:%M}"}
    except BadInput:
        return {}


def _date(value: str) -> Piece:
    try:
        date.fromisoformat(value)
    except ValueError:
        return {}
    return _where(_DATE, "initial_date", value)


def _offered(field: Field) -> list[Piece]:
    """The field's options, each value once; none where Slack cannot carry one of them, so that it is typed."""
    found = {each.value: option(each.value, each.label) for each in field.options}
    return list(found.values()) if all(0 < len(value) <= _LONGEST_VALUE for value in found) else []


def _one(options: list[Piece], value: str) -> Piece:
    first = _chosen(options, [value])
    shown = {"initial_option": first[0]} if first else {}
    if len(options) > _MOST_OPTIONS:
        return {"type": "external_select", "min_query_length": 0, **shown}
    return {"type": "static_select", "options": options, **shown}


def _several(options: list[Piece], values: list[str]) -> Piece:
    first = _chosen(options, values)
    shown = {"initial_options": first} if first else {}
    if len(options) > _MOST_OPTIONS:
        return {"type": "multi_external_select", "min_query_length": 0, **shown}
    return {"type": "multi_static_select", "options": options, **shown}


def _chosen(options: list[Piece], values: list[str]) -> list[Piece]:
    wanted = {value.strip().casefold() for value in values}
    return [each for each in options if each["value"].casefold() in wanted]


def _days(field: Field) -> list[Piece]:
    """The weekdays to tick, and a line for any other rhythm; either will do, so Slack asks for neither."""
    ticked = _weekdays(field.value)
    boxes = _several([option(day.value, day.label) for day in _DAYS], [_DAYS[day].value for day in ticked])
    rhythm = _typed("" if ticked else field.value.strip()) | _placeholder("every 2 days")
    asked = _asked(field, boxes) | {"optional": True}
    other = {
        "block_id": f"{field.name}{OTHER_DAYS}",
        "label": plain_text("Another rhythm"),
        "element": {"action_id": VALUE, **rhythm},
        "hint": plain_text(_RHYTHM),
    }
    return [asked, asked | other]


def _weekdays(value: str) -> Iterable[int]:
    """The days of the week that the words mean; none if they mean anything else."""
    try:
        rule = read_days(value)
    except BadInput:
        return ()
    if rule == Rule(frequency=Frequency.DAILY):
        return range(len(WEEK))
    every_week = rule.frequency is Frequency.WEEKLY and rule.interval == 1 and not rule.positions
    return [day for _, day in rule.weekdays] if every_week else ()
