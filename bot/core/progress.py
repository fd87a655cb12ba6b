"""What a learner is shown about themselves and others: progress, the streak's reasons, the board."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.mastery import Mastery
from bot.core.question import TopicId
from bot.core.standings import Period, Place, Standing
from bot.core.streak import Step, Streak


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """One learner in one classroom; `rank` is 0 for who has no answer on time."""

    standing: Standing
    rank: int
    ranked: int
    topics: tuple[Mastery, ...]
    titles: Mapping[TopicId, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class StreakStory:
    """The streak and the newest steps that led to it, oldest first; `earlier` steps are left out."""

    streak: Streak
    steps: tuple[Step, ...]
    earlier: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The best of a period, and the reader's own place if it is not among them."""

    period: Period
    places: tuple[Place, ...]
    own: Place | None
    reader: int | None
    ranked: int
