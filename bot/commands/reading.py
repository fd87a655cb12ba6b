"""Reading what people type: `/root name key=value …`, values in quotes straight or curly, or several bare words."""

import difflib
import re
import shlex
import unicodedata
from dataclasses import dataclass

from bot.cards.blocks import FieldKind
from bot.commands.command import Command, Parameter
from bot.core.errors import BadInput

_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″＂", '"'))
_SINGLE_QUOTES = "'‘’‚`´"
_SPACED = re.compile(r"\s*=\s*")
_HEAD = re.compile(r"\W*(\w+)")
_INVISIBLE = {"Cc", "Cf", "Cs"}
"""Unicode's control signs, marks of direction and joining, and halves of signs."""
_LONGEST, _LONGEST_LIST, _LONGEST_LINE = 100, 400, 3000


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """The words of a command: its root and name, and what follows them."""

    root: str
    name: str
    rest: tuple[str, ...]


def tidy(text: str) -> str:
    """The text without invisible signs, every space a plain one, none at its ends."""
    signs = (" " if sign.isspace() else sign for sign in text)
    return "".join(sign for sign in signs if unicodedata.category(sign) not in _INVISIBLE).strip()


def read_words(text: str) -> Typed:
    """Take a typed line apart.

    Raises:
        BadInput: a quote is not closed, or nobody can have meant so long a line.
    """
    if len(text) > _LONGEST_LINE:
        raise BadInput(text, f"is longer than {_LONGEST_LINE} characters.", example="/tutor help")
    line = _SPACED.sub("=", tidy(text).translate(_QUOTES))
    lexer = shlex.shlex(line, posix=True)
    lexer.whitespace_split, lexer.commenters, lexer.quotes, lexer.escape = True, "", '"', ""
    try:
        words = list(lexer)
    except ValueError as error:
        raise BadInput(line[line.rfind('"') :], "has a quote that is not closed.", example='days="mon, wed"') from error
    root, name, *rest = [*words, "", ""]
    return Typed(
        root=root.removeprefix("/").casefold(), name=name.casefold(), rest=tuple(word for word in rest if word)
    )


def read_arguments(command: Command, words: tuple[str, ...]) -> dict[str, str]:
    """The arguments by name, in any order; bare words belong to the argument before them, or are the only one.

    Raises:
        BadInput: a word that is no parameter, one given twice, one without a value, or a required one missing.
    """
    found: dict[str, str] = {}
    names = _names(command)
    last = ""
    for word in map(tidy, words):
        name, equals, value = word.partition("=")
        name = name.lstrip("-–—").casefold()
        if equals and name in names:
            if name in found:
                raise BadInput(word, f"names {name}= a second time.", example=_example(command, name))
            if "=" in value and value.partition("=")[0].casefold() in names:
                raise BadInput(f"{name}=", "has no value.", example=_example(command, name))
            last, found[name] = name, value
        elif last and not equals and (name in found or name not in names):
            found[last] = f"{found[last]} {word}"
        elif not equals and not last and len(names) == 1:
            last = names[0]
            found[last] = word
        else:
            raise _stray(command, word)
    return check_arguments(command, {name: _bare(value) for name, value in found.items()})


def check_arguments(command: Command, arguments: dict[str, str]) -> dict[str, str]:
    """The arguments if they suit the command, however they arrived.

    Raises:
        BadInput: as `read_arguments`, and a value that is too long or none of the options.
    """
    parameters = {each.name: each for each in command.parameters}
    for name, value in arguments.items():
        if name not in parameters:
            raise _stray(command, name)
        if not value:
            raise BadInput(f"{name}=", "has no value.", example=_example(command, name))
        each = parameters[name]
        longest = _LONGEST_LIST if each.kind in {FieldKind.DAYS, FieldKind.TOPIC} else _LONGEST
        if len(value) > longest:
            raise BadInput(value, f"is longer than {longest} characters.", example=_argument(each), parameter=name)
        if each.options and value.casefold() not in each.options:
            raise BadInput(value, f"is not one of {', '.join(each.options)}.", example=_argument(each), parameter=name)
    for each in command.parameters:
        if each.required and each.name not in arguments and (arguments or not command.shows_when_bare):
            raise BadInput(f"{each.name}=", f"is missing: {each.help}.", example=_good(command), parameter=each.name)
    return arguments


def _names(command: Command) -> list[str]:
    return [each.name for each in command.parameters]


def _stray(command: Command, word: str) -> BadInput:
    """What to say of a word that cannot be placed."""
    names, head = _names(command), _HEAD.match(word)
    name = head.group(1).casefold() if head else ""
    if name in names:
        return BadInput(word, f"needs the sign = between {name} and its value.", example=_example(command, name))
    takes = f"It takes {', '.join(f'{each}=' for each in names)}." if names else "It takes nothing more."
    close = difflib.get_close_matches(name, names, n=1)
    example = f"/{command.root} {command.name} {_example(command, close[0])}" if close else _good(command)
    return BadInput(word, f"means nothing to /{command.root} {command.name}. {takes}", example=example)


def _bare(value: str) -> str:
    """The value without a comma at its end, and without single quotes around it."""
    value = value.strip(" ,;")
    if len(value) > 1 and value[0] in _SINGLE_QUOTES and value[-1] in _SINGLE_QUOTES:
        value = value[1:-1].strip()
    return value


def _example(command: Command, name: str) -> str:
    return next(_argument(each) for each in command.parameters if each.name == name)


def _good(command: Command) -> str:
    shown = [each for each in command.parameters if each.required] or command.parameters[:2]
    return " ".join((f"/{command.root} {command.name}", *map(_argument, shown)))


def _argument(parameter: Parameter) -> str:
    quoted = f'"{parameter.example}"' if " " in parameter.example else parameter.example
    return f"{parameter.name}={quoted}"
