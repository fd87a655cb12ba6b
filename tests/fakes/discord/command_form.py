"""What application commands may look like."""

import re
from collections.abc import Iterator
from typing import Any

from tests.fakes.discord.form import Field, Form
from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.state import Json

SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER, CHANNEL = 1, 2, 3, 4, 10, 7
CHAT = 1
NAME = re.compile(r"[-_'\w]{1,32}")
MOST_COMMANDS, MOST_CHARACTERS = 100, 8000


def check_commands(commands: Any) -> None:
    """Refuse the whole list if one command is wrong."""
    form = Form()
    seen: set[tuple[int, str]] = set()
    for command in Field(form, commands).each(0, 130, required=True):
        kind = command["type"].value or CHAT
        check_command(command, kind)
        key = (kind, str(command["name"].value))
        if key in seen:
            message = "Application command names must be unique"
            command["name"].wrong("APPLICATION_COMMANDS_DUPLICATE_NAME", message)
        seen.add(key)
    form.refuse()
    if sum(kind == CHAT for kind, _ in seen) > MOST_COMMANDS:
        raise Refusal.TOO_MANY_COMMANDS.error()


def check_command(command: Field, kind: int) -> None:
    """One command with all its options."""
    if kind == CHAT:
        check_name(command["name"])
        command["description"].text(1, 100, required=True)
        check_options(command["options"], depth=0)
    else:
        command["name"].text(1, 32, required=True)
        command["description"].forbidden("Context menu commands cannot have description")
    bits = command["default_member_permissions"].value
    if bits is not None and not str(bits).isdigit():
        command["default_member_permissions"].wrong("BITFIELD_TYPE_CONVERT", "Must be a bit field")
    for context in command["contexts"].each(1, 3):
        context.choice(0, 1, 2, required=True)
    if sum(characters(command.value)) > MOST_CHARACTERS:
        message = f"Command exceeds maximum size ({MOST_CHARACTERS})"
        command.wrong("APPLICATION_COMMAND_TOO_LARGE", message)


def check_name(place: Field) -> None:
    """Lower case letters of any script, digits, - and _."""
    name = place.text(1, 32, required=True)
    if name and (not NAME.fullmatch(name) or name != name.lower()):
        place.wrong("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def check_options(options: Field, *, depth: int) -> None:
    """Up to 25, required first, names unique; commands and values do not mix."""
    names: set[str] = set()
    optional = False
    kinds = set()
    for option in options.each(0, 25):
        kind = option["type"].number(1, 11, required=True)
        kinds.add(kind in (SUBCOMMAND, GROUP))
        check_option(option, kind, depth)
        if option["name"].value in names:
            option["name"].wrong("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists")
        names.add(str(option["name"].value))
        if option["required"].truth() and optional:
            message = "Required options must be placed before non-required options"
            option.wrong("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional = optional or not option["required"].value
    if len(kinds) > 1:
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        options.wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)


def check_option(option: Field, kind: int, depth: int) -> None:
    """One option; a group stands on the first level only, a subcommand on the first two."""
    check_name(option["name"])
    option["description"].text(1, 100, required=True)
    if kind in (SUBCOMMAND, GROUP):
        if depth > (0 if kind == GROUP else 1):
            option["type"].wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Too deeply nested")
        check_options(option["options"], depth=depth + 1)
        return
    check_choices(option, kind)
    if kind == STRING:
        option["min_length"].number(0, 6000)
        option["max_length"].number(1, 6000)
    if kind == CHANNEL:
        list(option["channel_types"].each(0, 13))


def check_choices(option: Field, kind: int) -> None:
    """Up to 25 of the option's kind, and never beside autocompletion."""
    choices = list(option["choices"].each(0, 25))
    if choices and option["autocomplete"].truth():
        message = "Autocomplete and choices are mutually exclusive"
        option["autocomplete"].wrong("APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", message)
    if choices and kind not in (STRING, INTEGER, NUMBER):
        option["choices"].wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "This kind of option has no choices")
    check_choice_list(choices, kind)


def check_choice_list(choices: list[Field], kind: int) -> None:
    """Names and values of the choices, which must differ."""
    names: set[str] = set()
    for choice in choices:
        name = choice["name"].text(1, 100, required=True)
        if name in names:
            choice["name"].wrong("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "Names must be unique")
        names.add(name)
        value = choice["value"]
        if kind == STRING:
            value.text(1, 100, required=True)
        elif not value.missing(required=True) and (isinstance(value.value, bool | str)):
            value.wrong("NUMBER_TYPE_COERCE", f'Value "{value.value}" is not a number.')


def characters(command: Json) -> Iterator[int]:
    """The lengths of every name, description and choice's value."""
    yield len(command.get("name") or "") + len(command.get("description") or "")
    for choice in command.get("choices") or ():
        yield len(choice.get("name") or "") + len(str(choice.get("value", "")))
    for option in command.get("options") or ():
        yield from characters(option)
