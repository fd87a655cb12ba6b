"""A form as a modal, and what people filled in as the command takes it."""

from collections.abc import Iterable, Mapping
from typing import Any

from bot.cards.blocks import Form
from bot.platforms.slack.elements import Piece, fitted, plain_text
from bot.platforms.slack.fields import OTHER_DAYS, inputs_of

CALLBACK = "form"
LONGEST_TITLE = 24

_HELD_AS = {
    "initial_option": "selected_option",
    "initial_options": "selected_options",
    "initial_time": "selected_time",
    "initial_date": "selected_date",
    "initial_conversation": "selected_conversation",
    "initial_user": "selected_user",
    "initial_value": "value",
}
"""How an element's first content is named, and how its state names what it holds."""
_HELD = ("value", "selected_time", "selected_date", "selected_conversation", "selected_user")
"""Where the state of the elements that hold one word keeps it."""


def form_view(form: Form) -> Piece:
    """The modal that asks for the form's fields."""
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": plain_text(fitted(form.title, LONGEST_TITLE) or "Trapwise"),
        "submit": plain_text(fitted(form.submit, LONGEST_TITLE) or "Send"),
        "close": plain_text("Cancel"),
        "blocks": [block for field in form.fields for block in inputs_of(field)],
    }


def words_of(values: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> dict[str, str]:
    """A sent modal's `view.state.values` as the text of each input; what was left empty is left out."""
    return {name: word for name, inputs in values.items() for state in inputs.values() if (word := _word(state))}


def shown_words(blocks: Iterable[Piece]) -> dict[str, str]:
    """The text of each input as the modal first shows it."""
    told = {
        block["block_id"]: {_HELD_AS[name]: value for name, value in block["element"].items() if name in _HELD_AS}
        for block in blocks
    }
    return {name: word for name, state in told.items() if (word := _word(state))}


def fields_of(words: Mapping[str, str]) -> dict[str, str]:
    """The text of each field of the command; free words about days win over ticked ones."""
    others = {name: word for name, word in words.items() if name.endswith(OTHER_DAYS)}
    plain = {name: word for name, word in words.items() if name not in others}
    return plain | {name.removesuffix(OTHER_DAYS): word for name, word in others.items()}


def _word(state: Mapping[str, Any]) -> str:
    """What one input holds; several values have commas between them."""
    one = state.get("selected_option")
    several = state.get("selected_options") or ()
    held = next((str(state[name]) for name in _HELD if state.get(name)), "")
    return (one["value"] if one else ",".join(each["value"] for each in several) or held).strip()
