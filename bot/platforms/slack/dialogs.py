"""Dialogs: what each one remembers of the channel and the form it is about, and what of it was changed."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from bot.cards.blocks import Card, Form
from bot.cards.trouble import error_line
from bot.core.errors import BadInput, TutorError
from bot.platforms.slack.fields import OTHER_DAYS
from bot.platforms.slack.forms import fields_of, form_view, shown_words, words_of
from bot.platforms.slack.render import Renderer
from bot.reception import as_card

TITLE = "Trapwise"
ID = r"^[A-Z][A-Z0-9]{1,63}$"
"""Slack's own ids: of teams, channels, persons and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """What a dialog carries with it: where it was opened, and for a form its command, its classroom and its words."""

    channel: Annotated[str, Field(pattern=f"^$|{ID}")] = ""
    command: str = ""
    about: str = ""
    shown: dict[str, str] = field(default_factory=dict)


_MEMORY = TypeAdapter(Memory)


def memory_of(view: Mapping[str, Any]) -> Memory:
    """What an open dialog remembers; nothing for other views.

    Raises:
        ValueError: it is none of ours.
    """
    told: str = view.get("private_metadata") or "{}"
    return _MEMORY.validate_json(told, strict=True)


def dialog(said: Card | Form | TutorError, channel: str, renderer: Renderer) -> dict[str, Any]:
    """A form to fill in, or a card to read."""
    if not isinstance(said, Form):
        return renderer.told(as_card(said), title=TITLE, metadata=_written(Memory(channel=channel)))
    view = form_view(said)
    shown = shown_words(view["blocks"])
    memory = Memory(channel=channel, command=said.command, about=said.about, shown=shown)
    return {**view, "private_metadata": _written(memory)}


def filled_in(view: Mapping[str, Any], memory: Memory) -> dict[str, str]:
    """What was filled in; of a form about something that exists only what differs from what it showed.

    So that a form which was open for long does not take back what others changed meanwhile.
    """
    words = words_of(view["state"]["values"])
    changed = {name: word for name, word in words.items() if word != memory.shown.get(name, "")}
    if memory.about:
        words = changed
    elif changed:
        ticked = {name for name in changed if f"{name}{OTHER_DAYS}" in words}
        words = {name: word for name, word in words.items() if name.removesuffix(OTHER_DAYS) not in ticked - {name}}
    return fields_of(words)


def field_errors(error: TutorError, view: Mapping[str, Any]) -> dict[str, str]:
    """The error at the field that it is about, that of free words where those were given; else at the first one."""
    words = words_of(view["state"]["values"])
    name = error.parameter if isinstance(error, BadInput) else ""
    fields = [f"{name}{OTHER_DAYS}"] if f"{name}{OTHER_DAYS}" in words else [name]
    known = list(view["state"]["values"])
    at = next((each for each in (*fields, name) if each in known), known[0])
    return {at: error_line(TutorError(error.message, example=error.example.removeprefix(f"{name}=")))}


def _written(memory: Memory) -> str:
    return json.dumps({name: value for name, value in asdict(memory).items() if value})
