"""What the doctor found: how bad it is, what it is about, what was seen, and what to do."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """A fault keeps questions or answers from people; a warning will, or may."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One line; `remedy` is empty where nothing is to be done."""

    level: Level
    about: str
    told: str
    remedy: str = ""

    def __str__(self) -> str:
        line = " ".join(f"{self.told} {self.remedy}".split())
        return f"{self.level:<8} {self.about}: {line}"


def ok(about: str, told: str) -> Finding:
    """All is well."""
    return Finding(level=Level.OK, about=about, told=told)


def warning(about: str, told: str, remedy: str = "") -> Finding:
    """Something will go wrong, or could not be seen."""
    return Finding(level=Level.WARNING, about=about, told=told, remedy=remedy)


def fault(about: str, told: str, remedy: str = "") -> Finding:
    """Something is wrong."""
    return Finding(level=Level.FAULT, about=about, told=told, remedy=remedy)
