"""What a command is: its name, its parameters, who may use it, and the step that answers it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum

from sqlalchemy import Connection

from bot.cards.blocks import Card, Field, FieldKind, Form, Option
from bot.core.address import Caller, ChannelAddress
from bot.core.errors import BadInput

_FIRST_YEAR, _LAST_YEAR = 2000, 2200
_DATE = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
_LARGEST = 10**9
_DIGITS = 12
_WEEK = timedelta(weeks=1)


class Root(StrEnum):
    """The two slash commands: one for members, one for staff."""

    TUTOR = "tutor"
    CLASSROOM = "classroom"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One `name=value`; `options` closes the set of values."""

    name: str
    help: str
    kind: FieldKind
    example: str
    required: bool = False
    options: tuple[str, ...] = ()

    def field(self, value: str = "", *, options: tuple[Option, ...] = (), told: str = "") -> Field:
        """The parameter in a form: what stands in it, what it offers, and its help unless told otherwise."""
        return Field(
            name=self.name,
            label=self.name.capitalize(),
            kind=self.kind,
            help=told or self.help,
            value=value,
            example=self.example,
            required=self.required,
            options=options,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One use of a command: by whom, where, with what, at which moment; `seed` is this call's own randomness.

    `about` is the number of the classroom that a form was opened for, empty where it was typed.
    """

    caller: Caller
    address: ChannelAddress
    arguments: Mapping[str, str] = field(default_factory=dict)
    now: datetime
    seed: str
    about: str = ""

    def number(self, name: str, *, most: int | None = None) -> int | None:
        """The whole number from 1 on given under that name, None if none was.

        Raises:
            BadInput: it is no number, or outside the bounds.
        """
        word = self.arguments.get(name)
        if word is None:
            return None
        digits = word.removeprefix("#")
        plain = digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS
        if not plain or not 1 <= int(digits) <= (most or _LARGEST):
            bounds = f"from 1 to {most}" if most else "from 1 on"
            raise BadInput(word, f"is no whole number {bounds}.", example=f"{name}=3", parameter=name)
        return int(digits)

    def date(self, name: str) -> date | None:
        """The date given under that name as year-month-day, None if none was.

        Raises:
            BadInput: it is no date of these centuries.
        """
        word = self.arguments.get(name)
        if word is None:
            return None
        example = f"{name}={self.now.date() + _WEEK}"
        parts = _DATE.fullmatch(word)
        if parts is None:
            raise BadInput(word, "is no date: write year-month-day.", example=example, parameter=name)
        year, month, day = map(int, parts.groups())
        if not _FIRST_YEAR <= year <= _LAST_YEAR:
            raise BadInput(word, "is too far away.", example=example, parameter=name)
        try:
            return date(year, month, day)
        except ValueError as error:
            raise BadInput(word, "is no day of the calendar.", example=example, parameter=name) from error


Step = Callable[[Connection, Call], Card | Form]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command; `changes` says that it writes, `shows_when_bare` that it does not without any parameter."""

    root: Root
    name: str
    help: str
    run: Step
    parameters: tuple[Parameter, ...] = ()
    changes: bool = False
    shows_when_bare: bool = False

    def writes(self, arguments: Mapping[str, str]) -> bool:
        """Whether it changes something when called with these arguments."""
        return self.changes and bool(arguments or not self.shows_when_bare)

    @property
    def staff_only(self) -> bool:
        """Whether members are refused."""
        return self.root is Root.CLASSROOM

    @property
    def usage(self) -> str:
        """How it is written, optional parameters in brackets."""
        words = (f"{each.name}={'|'.join(each.options)}" for each in self.parameters)
        shown = (word if each.required else f"[{word}]" for each, word in zip(self.parameters, words, strict=True))
        return " ".join((f"/{self.root} {self.name}", *shown))


def staff_command(name: str, told: str, run: Step, *parameters: Parameter, changes: bool = False) -> Command:
    """A command of /classroom."""
    return Command(root=Root.CLASSROOM, name=name, help=told, run=run, parameters=parameters, changes=changes)
