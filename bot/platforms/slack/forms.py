"""A form as a modal, and what people filled in as the command takes it."""

from collections.abc import Mapping
from typing import Any

from bot.cards.blocks import Form
from bot.platforms.slack.elements import Piece, fitted, plain_text
from bot.platforms.slack.fields import OTHER_DAYS, inputs_of

CALLBACK = "form"
LONGEST_TITLE = 24

_HELD = ("value", "selected_time", "selected_date", "selected_conversation", "selected_user")
"""Where the state of the elements that hold one word keeps it."""


def form_view(form: Form, *, metadata: str) -> Piece:
    """The modal that asks for the form's fields; `metadata` comes back with what was filled in."""
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "private_metadata": metadata,
        "title": plain_text(fitted(form.title, LONGEST_TITLE) or "Trapwise"),
        "submit": plain_text(fitted(form.submit, LONGEST_TITLE) or "Send"),
        "close": plain_text("Cancel"),
        "blocks": [block for field in form.fields for block in inputs_of(field)],
    }


def read_form(values: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> dict[str, str]:
    """A sent modal's `view.state.values` as the text of each field; what was left empty is left out."""
    told = {field: word for field, inputs in values.items() for state in inputs.values() if (word := _word(state))}
    others = {field: word for field, word in told.items() if field.endswith(OTHER_DAYS)}
    plain = {field: word for field, word in told.items() if field not in others}
    return plain | {field.removesuffix(OTHER_DAYS): word for field, word in others.items()}


def _word(state: Mapping[str, Any]) -> str:
    """What one input holds; several values have commas between them."""
    one = state.get("selected_option")
    several = state.get("selected_options") or ()
    held = next((str(state[name]) for name in _HELD if state.get(name)), "")
    return (one["value"] if one else ",".join(each["value"] for each in several) or held).strip()
