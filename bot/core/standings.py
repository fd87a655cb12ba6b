"""A learner's standing in a classroom, and the board that ranks them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.core.address import LearnerId
from bot.core.posting import Posting
from bot.core.streak import Streak, fold, turn_of


class Period(StrEnum):
    """The stretches of time a board may cover, ending now."""

    WEEK = "week"
    MONTH = "month"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The streak as of `through` (number of the last scheduled posting folded in) and counts of answers on time."""

    streak: Streak = field(default_factory=Streak)
    through: int = 0
    answered: int = 0
    correct: int = 0

    def caught_up(self, since: Iterable[Posting]) -> "Standing":
        """The standing once scheduled postings that the learner did not answer on time have passed.

        Args:
            since: scheduled postings in order; those up to `through` are passed over. One still open changes
                nothing and is not folded in, nor is any after it.
        """
        streak, through = self.streak, self.through
        for posting in since:
            if posting.number <= through:
                continue
            if posting.takes_answers:
                break
            streak, through = streak.after(turn_of(posting, answered=False)), posting.number
        return replace(self, streak=streak, through=through)

    def with_answer(self, posting: Posting, *, correct: bool, since: Iterable[Posting]) -> "Standing":
        """The standing after an answer on time to a posting newer than everything folded in.

        Args:
            posting: the posting answered; an extra one moves only the counts.
            correct: the verdict.
            since: scheduled postings between `through` and the answered one, in order.

        Raises:
            ValueError: the posting is already folded in: rebuild the standing from the log instead.
        """
        if not posting.scheduled:
            return replace(self, answered=self.answered + 1, correct=self.correct + correct)
        if posting.number <= self.through:
            raise ValueError(f"posting {posting.number} is already folded in")
        passed = (turn_of(other, answered=False) for other in since if self.through < other.number < posting.number)
        return Standing(
            streak=fold(passed, self.streak).after(turn_of(posting, answered=True)),
            through=posting.number,
            answered=self.answered + 1,
            correct=self.correct + correct,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedAnswer:
    """An answer given on time, as the log keeps it."""

    number: int
    correct: bool


def standing_from_log(scheduled: Sequence[Posting], answers: Iterable[LoggedAnswer], void: frozenset[int]) -> Standing:
    """The standing that the log proves, as of the learner's last answer on time to a scheduled posting.

    Args:
        scheduled: the classroom's scheduled postings in order.
        answers: the learner's answers on time, to scheduled and extra postings.
        void: numbers of void postings of either kind: they keep a streak but count nowhere else.
    """
    kept = {answer.number: answer.correct for answer in answers}
    counted = [correct for number, correct in kept.items() if number not in void]
    last = max((posting.number for posting in scheduled if posting.number in kept), default=0)
    turns = (turn_of(posting, answered=posting.number in kept) for posting in scheduled if posting.number <= last)
    return Standing(streak=fold(turns), through=last, answered=len(counted), correct=sum(counted))


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What one learner brings to a board."""

    learner: LearnerId
    name: str
    person: str = ""
    answered: int
    correct: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One line of a board; equal scores share a rank and the next rank is left out."""

    rank: int
    score: Score


def ranked(scores: Iterable[Score]) -> tuple[Place, ...]:
    """The board: most correct answers first; learners who share a rank stand in the order of their names."""
    places: list[Place] = []
    ordered = sorted(scores, key=lambda score: (-score.correct, score.name.casefold(), score.learner))
    for position, score in enumerate(ordered, start=1):
        level = bool(places) and places[-1].score.correct == score.correct
        places.append(Place(rank=places[-1].rank if level else position, score=score))
    return tuple(places)
