"""What lint says: a level, a place, what was noticed, and what to do about it."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bot.core.question import PackId, Question


class Level(StrEnum):
    """Errors make a bank wrong, warnings make it guessable or confusing; advice blocks nothing."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One thing noticed in a file (relative to the content folder); `check` names what looks for it."""

    level: Level
    file: Path
    check: str
    noticed: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.level}: {self.file}: {self.noticed} ({self.check}). {self.remedy}"


def question_path(pack: PackId, question: Question) -> Path:
    """The question's file, relative to the content folder."""
    return Path(pack) / question.topic / f"{question.id}.yaml"
