"""How people fill in fields, and what Slack's client does not let them do."""

from collections.abc import Sequence

from tests.fakes.slack.shapes.blocks import elements_of
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.shown import EMPTY, Place
from tests.fakes.slack.text import readable

LISTS = {name for name, empty in EMPTY.items() if [] in empty.values()}


class CannotDo(Exception):
    """The client offers no such thing to the person, or does not send what they did."""


def find(place: Place, *, action_id: str | None = None, label: str | None = None) -> tuple[Body, Body]:
    """The block and the element with this action_id or these words on it."""
    for block in place.blocks:
        for element in elements_of(block):
            words = element.get("text", {}).get("text") if element["type"] == "button" else None
            if (action_id is not None and element["action_id"] == action_id) or (label is not None and words == label):
                return block, element
    raise CannotDo(f"nothing here to press: {action_id or label} in\n{place.read()}")


def find_field(place: Place, name: str) -> tuple[Body, Body]:
    """A field by its block_id, its label or its action_id."""
    for block in place.blocks:
        for element in elements_of(block):
            label = block["label"]["text"] if block["type"] == "input" else None
            if name in {block["block_id"], label, element["action_id"]}:
                return block, element
    raise CannotDo(f"no field {name} in\n{place.read()}")


def filled(element: Body, values: Sequence[object], suggested: Sequence[Body] = ()) -> Body:
    """A field's part of `state.values` once these values are in it."""
    kind = element["type"]
    ((name, _),) = EMPTY[kind].items()
    told: list[object]
    if name.startswith("selected_option"):
        told = [_option(element, value, suggested) for value in values]
    elif name == "files":
        told = list(values)
    else:
        told = [_typed(element, value) for value in values]
    most: int = element.get("max_selected_items") or element.get("max_files") or 100
    if len(told) > most:
        raise CannotDo(f"too many for {kind}")
    return {"type": kind, name: told if kind in LISTS else next(iter(told), None)}


def _option(element: Body, wanted: object, suggested: Sequence[Body]) -> Body:
    groups = element.get("option_groups", [])
    offered = [*element.get("options", []), *(each for group in groups for each in group["options"]), *suggested]
    for option in offered:
        if wanted in {option["value"], readable(option["text"]["text"])}:
            return dict(option)
    raise CannotDo(f"no option {wanted}")


def _typed(element: Body, value: object) -> object:
    plain = getattr(value, "id", value)
    if element["type"] == "plain_text_input":
        least, most = element.get("min_length", 0), element.get("max_length", 3000)
        if not least <= len(str(plain)) <= most:
            raise CannotDo(f"must have {least} to {most} characters")
    if element["type"] == "number_input":
        low, high = float(element.get("min_value", "-inf")), float(element.get("max_value", "inf"))
        if not low <= float(str(plain)) <= high or (
            not element["is_decimal_allowed"] and not float(str(plain)).is_integer()
        ):
            raise CannotDo(f"must be a number between {low} and {high}")
        return str(plain)  # Slack hands a number on as it was typed
    return plain


def is_empty(value: Body) -> bool:
    return not any(inner for name, inner in value.items() if name != "type")
