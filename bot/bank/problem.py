"""What is wrong with a content folder: where it stands, what it is, and what puts it right."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bot.core.errors import TutorError

Where = tuple[str | int, ...]
"""The way to a value in a YAML file: keys and places counted from 0; empty for the whole file."""

_LONGEST_QUOTE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something wrong at a place in one file; `problem` reads on from the field's name."""

    where: Where = ()
    problem: str
    remedy: str
    missing: bool = False
    """Whether the value is not there or empty."""
    waits: bool = False
    """Whether a draft may be used all the same."""
    line: int | None = None
    """Set where the way to the value does not tell the line: in broken YAML and for a repeated key."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Problem:
    """A finding with its file (relative to the content folder) and line; ordered by them."""

    file: Path
    line: int
    field: str
    problem: str
    remedy: str

    def __str__(self) -> str:
        what = f"{self.field} {self.problem}".strip()
        return f"{self.file}:{self.line}: {what}. {self.remedy}"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Draft:
    """A question file that is not complete, and what it still needs."""

    file: Path
    needs: tuple[str, ...]

    def __str__(self) -> str:
        wanted = "; ".join(self.needs)
        return f"{self.file}: draft: " + (
            f"still needs {wanted}" if wanted else "has all it needs: take draft: true out"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that a check found, by file and line, and how many packs and question files it looked at."""

    problems: tuple[Problem, ...]
    packs: int
    questions: int
    drafts: tuple[Draft, ...] = ()


class BankError(TutorError):
    """A content folder that cannot be used; holds every problem, and says the first one."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        more = len(self.problems) - 1
        rest = f" (and {more} more; `trapwise bank check` lists them all)" if more else ""
        super().__init__(f"The questions cannot be used: {self.problems[0]}{rest}")


def field_name(where: Where) -> str:
    """The field as people read it, entries counted from 1: `choices[3].why`."""
    name = ""
    for step in where:
        name += f"[{step + 1}]" if isinstance(step, int) else f".{step}"
    return name.removeprefix(".")


def quoted(text: str) -> str:
    """Text of a file as it may be repeated in a message: one line, not long, nothing unprintable."""
    line = "".join(sign if sign.isprintable() else " " for sign in " ".join(text.split()))
    return f"“{line}”" if len(line) <= _LONGEST_QUOTE else f"“{line[: _LONGEST_QUOTE - 1]}…”"


def printable(path: Path) -> Path:
    """The path as it can be written to any terminal or log, whatever bytes its name holds."""
    return Path(*map(harmless, path.parts))


def harmless(text: str) -> str:
    """A text in which nothing moves a terminal's cursor or ends a line."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
