"""A command's form as Discord's dialog, and what somebody filled in.

A dialog has five rows. Of a form with more fields the required ones come first, then the others in the form's order;
those that find no room are named in the last row, for they can be typed with the command.

Of a form about something that exists only what differs from what it showed is sent, so that one which was open for long
does not take back what others changed meanwhile.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from discord import ChannelType, Object, SelectOption
from discord.ui import ChannelSelect, Item, Label, Modal, RoleSelect, Select, TextInput, UserSelect

from bot.cards.blocks import Field, FieldKind, Form, Option
from bot.platforms.discord.components import shortened
from bot.platforms.discord.ids import FORM, changed_field, field_id, form_id

MOST_ROWS = 5
_LONGEST_TITLE = 45
_LONGEST_LABEL = 45
_LONGEST_TEXT = 100
_MOST_OPTIONS = 25


class Dialog(Modal):
    """A dialog that is shown and forgotten: its answer is read from what Discord sends, also after a restart."""

    def is_finished(self) -> bool:
        """Always, for nothing waits for it."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A form that came back: its command, the classroom it was opened for, and what was filled in."""

    command: str
    about: str = ""
    fields: Mapping[str, str]


def dialog(form: Form) -> Modal:
    """The form with its first five fields."""
    ordered = sorted(form.fields, key=lambda field: not field.required)
    shown, left = ordered[:MOST_ROWS], ordered[MOST_ROWS:]
    made = Dialog(title=shortened(form.title, _LONGEST_TITLE), custom_id=form_id(form.command, form.about))
    for place, field in enumerate(shown, start=1):
        more = ", ".join(each.name for each in left) if place == len(shown) else ""
        made.add_item(_row(field, more, remembers=bool(form.about)))
    return made


def sent(data: Mapping[str, Any]) -> Sent | None:
    """What an interaction's data says of a dialog of ours; None if it is of something else."""
    ours = FORM.fullmatch(str(data.get("custom_id", "")))
    if ours is None:
        return None
    rows = [row["component"] for row in data.get("components", ()) if "component" in row]
    changed = ((changed_field(row["custom_id"], value), value) for row in rows for value in [_value(row)])
    return Sent(
        command=ours["command"],
        about=ours["about"],
        fields={name: value for name, value in changed if name is not None},
    )


def _value(row: Mapping[str, Any]) -> str:
    return ",".join(row["values"]) if "values" in row else str(row.get("value") or "")


def _row(field: Field, more: str, *, remembers: bool) -> Label[Any]:
    example = "" if _options(field) else field.example
    told = ", ".join(text for text in (field.help, f"for example {example}" if example else "") if text)
    if more:
        told = f"{told}. Typed only: {more}" if told else f"Typed only: {more}"
    return Label(
        text=shortened(field.label, _LONGEST_LABEL),
        description=shortened(told, _LONGEST_TEXT) or None,
        component=_picker(field, field_id(field.name, _shown(field) if remembers else None)),
    )


def _shown(field: Field) -> str:
    """What its picker holds at first."""
    options = _options(field)
    if options:
        return next((option.value for option in options if option.default), "")
    if field.kind in {FieldKind.CHANNEL, FieldKind.PERSON, FieldKind.GROUP}:
        return "".join(str(each.id) for each in _chosen(field))
    return field.value


def _chosen(field: Field) -> list[Object]:
    return [Object(int(field.value))] if field.value.isascii() and field.value.isdigit() else []


def _picker(field: Field, name: str) -> Item[Any]:
    """The picker that suits the field; text where Discord has none."""
    chosen, options = _chosen(field), _options(field)
    if options:
        return Select(custom_id=name, options=options, required=field.required)
    match field.kind:
        case FieldKind.CHANNEL:
            return ChannelSelect(
                custom_id=name,
                channel_types=[ChannelType.text, ChannelType.news],
                required=field.required,
                default_values=chosen,
            )
        case FieldKind.PERSON:
            return UserSelect(custom_id=name, required=field.required, default_values=chosen)
        case FieldKind.GROUP:
            return RoleSelect(custom_id=name, required=field.required, default_values=chosen)
        case _:
            return TextInput(
                custom_id=name,
                placeholder=shortened(field.example, _LONGEST_TEXT) or None,
                default=field.value or None,
                required=field.required,
            )


def _options(field: Field) -> list[SelectOption]:
    """What the field offers; nothing where a menu does not take it all, so that it is typed."""
    if len(field.options) > _MOST_OPTIONS or any(len(option.value) > _LONGEST_TEXT for option in field.options):
        return []
    return [_option(option, field.value) for option in field.options]


def _option(option: Option, value: str) -> SelectOption:
    label = shortened(option.label, _LONGEST_TEXT)
    return SelectOption(label=label, value=option.value, default=option.value == value)
