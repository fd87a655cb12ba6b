"""What a classroom will ask if nothing changes until then."""

from dataclasses import dataclass
from datetime import date

from bot.core.asking import Upcoming
from bot.core.question import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastPost:
    """One future opening: its question, or None and why there is none; `repeat` if it was asked before by then."""

    upcoming: Upcoming
    question: Question | None
    trouble: str = ""
    repeat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """Openings in the order of time, and the first date within reach on which a question comes again."""

    posts: tuple[ForecastPost, ...]
    repeats_from: date | None
