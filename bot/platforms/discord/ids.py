"""What a pressed button, a menu and a form say of themselves: all of their state, so that a restart costs nothing.

The number is the version of the form; the patterns match nothing of one another.
"""

import re
import zlib

from bot.core.posting import LETTERS, PostingId

ANSWER = re.compile(rf"a1:(?P<posting>\d{{1,18}}):(?P<letter>[{LETTERS}])", re.ASCII)
ANSWERS = re.compile(r"s1:(?P<posting>\d{1,18})", re.ASCII)
COMMAND = re.compile(r"c1:(?P<command>.+)", re.DOTALL)
FORM = re.compile(r"f2:(?P<about>\d{0,12}):(?P<command>.+)", re.ASCII | re.DOTALL)

_LONGEST = 100


def answer_id(posting: PostingId, letter: str) -> str:
    """The id of the button of one letter."""
    return f"a1:{posting}:{letter}"


def answers_id(posting: PostingId) -> str:
    """The id of the menu of all letters."""
    return f"s1:{posting}"


def command_id(command: str) -> str:
    """The id of a button that does what typing the command does."""
    return _short_enough(f"c1:{command}")


def form_id(command: str, about: str = "") -> str:
    """The id of a command's form; `about` is the number of the classroom that it changes."""
    return _short_enough(f"f2:{about}:{command}")


def field_id(name: str, shown: str | None = None) -> str:
    """The id of a form's field, which remembers what it showed first, if that is told."""
    return name if shown is None else f"{name}:{_mark(shown)}"


def changed_field(told: str, value: str) -> str | None:
    """The name of the field with that id; None if the value is what it showed first."""
    name, _, mark = told.partition(":")
    return None if mark and mark == _mark(value) else name


def _mark(word: str) -> str:
    return f"{zlib.crc32(word.strip().encode()):08x}"


def _short_enough(found: str) -> str:
    """The id itself.

    Raises:
        ValueError: Discord would refuse it; the commands that cards name are far shorter.
    """
    if len(found) > _LONGEST:
        raise ValueError(f"{found!r} is longer than {_LONGEST} characters")
    return found
