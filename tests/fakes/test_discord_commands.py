"""What the loopback Discord takes of application commands, at each limit and over it."""

from functools import partial
from typing import Any

import pytest

from tests.fakes.discord.command_form import check_commands
from tests.fakes.discord.state import Json
from tests.fakes.discord_bodies import complaints


def command(**other: Any) -> Json:
    return {"name": "tutor", "description": "Your own progress"} | other


def option(name: str = "topic", **other: Any) -> Json:
    return {"type": 3, "name": name, "description": "A topic"} | other


def choices(count: int) -> list[Json]:
    return [{"name": f"Choice {n}", "value": str(n)} for n in range(count)]


def group(*inside: Json) -> Json:
    return {"type": 2, "name": "group", "description": "A group", "options": list(inside)}


@pytest.mark.parametrize(
    "commands",
    [
        [command(name="x" * 32, description="x" * 100)],
        [command(options=[option(f"o{n}") for n in range(25)])],
        [command(options=[option(choices=choices(25))])],
        [command(options=[option(required=True), option("other")])],
        [command(options=[group({"type": 1, "name": "me", "description": "x", "options": [option()]})])],
        [command(name=f"c{n}") for n in range(100)],
        [{"type": 3, "name": "Report this"}],
    ],
    ids=["longest texts", "25 options", "25 choices", "required first", "two levels", "100 commands", "on a message"],
)
def test_commands_may_look_like_this(commands: list[Json]) -> None:
    assert complaints(partial(check_commands, commands)) == []


@pytest.mark.parametrize(
    ("commands", "complaint"),
    [
        ([command(name="x" * 33)], "0.name BASE_TYPE_BAD_LENGTH"),
        ([command(name="Tutor")], "0.name APPLICATION_COMMAND_INVALID_NAME"),
        ([command(name="my tutor")], "0.name APPLICATION_COMMAND_INVALID_NAME"),
        ([command(description="x" * 101)], "0.description BASE_TYPE_BAD_LENGTH"),
        ([command(description=None)], "0.description BASE_TYPE_REQUIRED"),
        ([command(options=[option(f"o{n}") for n in range(26)])], "0.options BASE_TYPE_BAD_LENGTH"),
        ([command(options=[option(choices=choices(26))])], "0.options.0.choices BASE_TYPE_BAD_LENGTH"),
        (
            [command(options=[option("a"), option("b", required=True)])],
            "0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            [command(options=[option(), option()])],
            "0.options.1.name APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
        ),
        (
            [command(options=[option(), group()])],
            "0.options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        ([command(options=[group(group())])], "0.options.0.options.0.type APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
        (
            [command(options=[option(f"o{n}", description="x" * 100, choices=choices(25)) for n in range(25)])],
            "0 APPLICATION_COMMAND_TOO_LARGE",
        ),
        ([command(), command()], "1.name APPLICATION_COMMANDS_DUPLICATE_NAME"),
        ([command(name=f"c{n}") for n in range(101)], "30032"),
        (
            [command(options=[option(choices=choices(1), autocomplete=True)])],
            "0.options.0.autocomplete APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
        ),
    ],
    ids=[
        "long name", "capital", "blank", "long description", "no description", "26 options", "26 choices",
        "required last", "same option", "option beside a group", "group in a group", "8000 characters",
        "same command", "101 commands", "choices and suggestions",
    ],
)  # fmt: skip
def test_no_command_looks_like_this(commands: list[Json], complaint: str) -> None:
    assert complaint in complaints(partial(check_commands, commands))
