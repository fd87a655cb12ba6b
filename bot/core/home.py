"""A person's own page: how they stand in each classroom, what waits for them, and for staff what comes next."""

from dataclasses import dataclass

from bot.core.asking import CountedQuestion
from bot.core.classroom import Classroom
from bot.core.forecast import Upcoming
from bot.core.progress import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One learner in one classroom: their progress, and the open questions that they have not answered."""

    classroom: Classroom
    progress: Progress
    unanswered: tuple[CountedQuestion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A classroom as staff look after it, and its next posts."""

    classroom: Classroom
    coming: tuple[Upcoming, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """What one person's own page shows; `plans` is empty for members."""

    seats: tuple[Seat, ...]
    plans: tuple[Plan, ...]
