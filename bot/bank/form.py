"""Holds what a file says against its form: every fault in words, and as much of the value as can be used."""

from collections.abc import Mapping
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from bot.bank.problem import Finding, Where, quoted
from bot.bank.yaml_text import Tree, YamlText

_MISSING = {"missing", "string_too_short"}
_MOST_ENTRIES = 1_000
"""A list that is wrong and longer than this is looked at no further."""

Form = TypeVar("Form", bound=BaseModel)


def filled(form: type[Form], data: Tree) -> tuple[Form, list[Finding]]:
    """The form filled in, with all that is wrong; what is wrong or missing is left empty in it."""
    try:
        return form.model_validate(data), []
    except ValidationError as error:
        return _as_far_as_it_goes(form, data), [_in_words(form, each) for each in error.errors(include_url=False)]


def no_fields(yaml: YamlText, form: type[BaseModel]) -> Finding:
    """What to say of a file that is no set of fields."""
    problem = "is empty" if yaml.data == "" else "does not hold named fields"
    return Finding(problem=problem, remedy=f"Write lines such as “title: …”; the fields are {_names(form)}")


def _as_far_as_it_goes(form: type[Form], data: Tree) -> Form:
    fields = data if isinstance(data, dict) else {}
    blank: dict[str, Any] = {name: "" for name, field in form.model_fields.items() if field.is_required()}
    part = form.model_construct(**blank)
    for name, field in form.model_fields.items():
        inner, value = _form_within(field.annotation), fields.get(name, "")
        if inner is not None and _holds_list(field):
            entries = value if isinstance(value, list) else []
            part.__dict__[name] = [_as_far_as_it_goes(inner, entry) for entry in entries[:_MOST_ENTRIES]]
        elif name in fields:
            with suppress(ValidationError):
                setattr(part, name, value)
    return part


def _form_within(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_form_within, get_args(annotation))), None)


def _holds_list(field: FieldInfo) -> bool:
    return getattr(field.annotation, "__origin__", None) is list


def _in_words(form: type[BaseModel], error: ErrorDetails) -> Finding:
    where, got = error["loc"], error["input"]
    owner, teaching = _teaching(form, where)
    match error["type"]:
        case "bank":
            problem, remedy = str(error["ctx"]["problem"]), str(error["ctx"]["remedy"]) or teaching
        case "missing":
            problem, remedy = "is missing", f"Add it. {teaching}"
        case "extra_forbidden":
            problem, remedy = "is not a field that is known here", _nearest(str(where[-1]), owner)
        case "string_too_short":
            problem, remedy = "is empty", f"Fill it in. {teaching}"
        case "string_type":
            problem, remedy = f"is {_kind(got)}, not text", f"Write one text here. {teaching}"
        case "list_type":
            problem, remedy = f"is {_kind(got)}, not a list", f"Begin each entry with a hyphen. {teaching}"
        case "model_type":
            problem, remedy = f"is {_kind(got)}, not a set of fields", f"Its fields are {_names(_at(form, where))}"
        case "too_short" | "too_long":
            problem, remedy = f"has {_count(got)}", teaching
        case "string_too_long":
            problem, remedy = f"is {len(got):,} characters long", f"Shorten it. {teaching}"
        case _:
            problem, remedy = f"cannot be {quoted(str(got))}", teaching
    return Finding(where=where, problem=problem, remedy=remedy.removesuffix("."), missing=error["type"] in _MISSING)


def _teaching(form: type[BaseModel], where: Where) -> tuple[type[BaseModel], str]:
    """The form that owns the place, and what its field's description tells the writer."""
    owner, field = _field_at(form, where)
    return owner, (field.description if field is not None else None) or f"Its fields are {_names(owner)}"


def _field_at(form: type[BaseModel], where: Where) -> tuple[type[BaseModel], FieldInfo | None]:
    """The field that the way leads to and the form that has it; None where it ends at an entry or an unknown key."""
    owner = form
    field: FieldInfo | None = None
    for step in where:
        if isinstance(step, int):
            continue
        inner = _form_within(field.annotation) if field is not None else None
        owner = inner or owner
        field = owner.model_fields.get(step)
    return owner, field


def _at(form: type[BaseModel], where: Where) -> type[BaseModel]:
    owner, field = _field_at(form, where)
    return (_form_within(field.annotation) if field is not None else None) or owner


def _names(form: type[BaseModel]) -> str:
    return ", ".join(form.model_fields)


def _nearest(word: str, form: type[BaseModel]) -> str:
    near = get_close_matches(word.lower(), form.model_fields, n=1)
    return f"Did you mean {near[0]}?" if near else f"Take it out; the fields here are {_names(form)}"


def _kind(value: object) -> str:
    if isinstance(value, Mapping):
        return "a set of fields"
    if isinstance(value, list):
        return "a list"
    return "empty" if value == "" else "a text"


def _count(value: object) -> str:
    number = len(value) if isinstance(value, list) else 0
    return "1 entry" if number == 1 else f"{number} entries"
