"""The streak: consecutive scheduled postings answered on time; a fold that can always explain itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import assert_never

from bot.core.posting import Posting, PostingState

FREEZE_EVERY = 7
"""Scheduled postings answered on time, right or wrong, that earn one freeze."""
MOST_FREEZES = 2


class Turn(StrEnum):
    """What one scheduled posting was for one learner."""

    ANSWERED = "answered"
    MISSED = "missed"
    EXCUSED = "excused"
    PENDING = "pending"


class Effect(StrEnum):
    """What a turn did to the streak."""

    GREW = "grew"
    FROZE = "froze"
    BROKE = "broke"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Streak:
    """Length now, best ever, freezes held, and answers given towards the next freeze (0 to 6)."""

    current: int = 0
    best: int = 0
    freezes: int = 0
    toward_freeze: int = 0

    def after(self, turn: Turn) -> "Streak":
        """The streak once the turn is over."""
        match turn:
            case Turn.ANSWERED:
                toward = (self.toward_freeze + 1) % FREEZE_EVERY
                earned = self.freezes + (toward == 0)
                current = self.current + 1
                return Streak(
                    current=current,
                    best=max(self.best, current),
                    freezes=min(earned, MOST_FREEZES),
                    toward_freeze=toward,
                )
            case Turn.MISSED if self.current and self.freezes:
                return replace(self, freezes=self.freezes - 1)
            case Turn.MISSED:
                return replace(self, current=0)
            case Turn.EXCUSED | Turn.PENDING:
                return self
            case _:
                assert_never(turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of the explanation: the posting, whether it was taken back, its turn, and the streak it led to."""

    number: int
    day: date
    turn: Turn
    effect: Effect
    streak: Streak
    void: bool = False


def turn_of(posting: Posting, *, answered: bool) -> Turn:
    """What a scheduled posting was for a learner who did or did not answer it on time."""
    if answered:
        return Turn.ANSWERED
    if posting.takes_answers:
        return Turn.PENDING
    return Turn.MISSED if posting.could_be_missed else Turn.EXCUSED


def fold(turns: Iterable[Turn], start: Streak | None = None) -> Streak:
    """The streak after all turns in order."""
    streak = start or Streak()
    for turn in turns:
        streak = streak.after(turn)
    return streak


def explain(postings: Iterable[Posting], answered: frozenset[int]) -> Iterator[Step]:
    """One step a scheduled posting, oldest first, from the learner's first answer on.

    Args:
        postings: scheduled postings in the order of their numbers.
        answered: numbers of those that the learner answered on time.
    """
    streak = Streak()
    for posting in postings:
        turn = turn_of(posting, answered=posting.number in answered)
        if posting.day is None or (turn is not Turn.ANSWERED and not streak.best):
            continue
        before, streak = streak, streak.after(turn)
        yield Step(
            number=posting.number,
            day=posting.day,
            turn=turn,
            effect=_effect(turn, before, streak),
            streak=streak,
            void=posting.state is PostingState.VOID,
        )


def _effect(turn: Turn, before: Streak, now: Streak) -> Effect:
    if turn is Turn.ANSWERED:
        return Effect.GREW
    if turn is Turn.MISSED and before.current:
        return Effect.FROZE if now.current else Effect.BROKE
    return Effect.NOTHING
