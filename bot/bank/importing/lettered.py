"""Lines that are lettered choices, one after the other from A on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from bot.bank.importing.markdown_sections import with_code

_LINE = re.compile(r"[ \t]*(?:[-*+][ \t]+)?\**\(?([A-Za-z])[.:)：]\**(?:(?:[ \t]+|(?=`))(.*)|[ \t]*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lettered:
    """The choices with their letters, and the lines before and after them."""

    before: list[str]
    choices: tuple[tuple[str, str], ...]
    after: list[str]


def lettered(lines: Sequence[str]) -> Lettered | None:
    """The first run of choices from A on, if two or more; lines below a choice belong to it until a blank one."""
    before: list[str] = []
    choices: list[tuple[str, list[str]]] = []
    after: list[str] = []
    gap = False
    for line, is_code in with_code(lines):
        found = None if is_code or after else _LINE.fullmatch(line)
        letter = found[1].upper() if found else ""
        if found and ascii_uppercase.find(letter) == len(choices):
            choices.append((letter, [found[2] or ""]))
            gap = False
        elif not choices:
            before.append(line)
        elif not line.strip() and not is_code:
            gap = True
            after += [line] if after else []
        elif after or (gap and not is_code and not line.startswith(("  ", "\t"))):
            after.append(line)
        else:
            choices[-1][1].extend(["", line] if gap else [line])
            gap = False
    if len(choices) < 2:  # noqa: PLR2004 - one is a list item
        return None
    return Lettered(before=before, choices=tuple((letter, _text(each)) for letter, each in choices), after=after)


def _text(lines: list[str]) -> str:
    depth = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    return "\n".join([lines[0], *(line[depth:] for line in lines[1:])]).strip()
