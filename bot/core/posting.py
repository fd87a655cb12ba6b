"""One question in one classroom: its numbers, its moments, its letters, and whether it can count as missed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NewType

from bot.core.address import MessageAddress
from bot.core.question import ChoiceId, RevisionId

ClassroomId = NewType("ClassroomId", int)
PostingId = NewType("PostingId", int)

LETTERS = "ABCDEFGHIJ"
CATCH_UP = timedelta(hours=4)
"""A slot found due within this time opens late; one found later is recorded as skipped."""
LONGEST_OPEN = timedelta(days=3)
CLOSE_GRACE = timedelta(minutes=10)
"""A close this much after its plan means that the bot was away and nobody could answer to the end."""


class PostingState(StrEnum):
    """The life of a posting; skipped ones were never asked and have no number."""

    CLAIMED = "claimed"
    OPEN = "open"
    CLOSED = "closed"
    VOID = "void"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """A question asked in a classroom; `day` is set for scheduled ones only. Moments are aware UTC.

    `until_next` marks an extra one that closes with the next scheduled opening, should that come before its time.
    `shown_count` is the number of answers that its open card was last given, if it was.
    """

    id: PostingId
    classroom: ClassroomId
    number: int
    day: date | None
    state: PostingState
    revision: RevisionId
    order: tuple[ChoiceId, ...]
    due_at: datetime
    closes_at: datetime
    opened_at: datetime | None = None
    closed_at: datetime | None = None
    message: MessageAddress | None = None
    until_next: bool = False
    shown_count: int | None = None

    @property
    def scheduled(self) -> bool:
        """Whether this is the question of a date, not an extra one."""
        return self.day is not None

    @property
    def takes_answers(self) -> bool:
        """Whether a click may still be on time: a card can be visible before its delivery is confirmed."""
        return self.state in {PostingState.CLAIMED, PostingState.OPEN}

    @property
    def could_be_missed(self) -> bool:
        """Whether it was visible for most of its time and until its planned close, so that a miss means something."""
        if self.state is not PostingState.CLOSED or self.opened_at is None or self.closed_at is None:
            return False
        seen, planned = self.closes_at - self.opened_at, self.closes_at - self.due_at
        return self.closes_at <= self.closed_at <= self.closes_at + CLOSE_GRACE and 2 * seen >= planned

    def on_time(self, clicked_at: datetime) -> bool:
        """Whether a click at that moment beats the close, whenever it reaches us."""
        end = self.closes_at if self.closed_at is None else min(self.closes_at, self.closed_at)
        return clicked_at < end

    def choice_at(self, letter: str) -> ChoiceId | None:
        """The choice that people saw under that letter; None for a letter that the card did not have."""
        place = LETTERS.find(letter.upper()) if len(letter) == 1 else -1
        return self.order[place] if 0 <= place < len(self.order) else None

    def letter_of(self, choice: ChoiceId) -> str:
        """The letter under which people saw the choice."""
        return LETTERS[self.order.index(choice)]

    @property
    def letters(self) -> tuple[str, ...]:
        """All letters of the card in order."""
        return tuple(LETTERS[: len(self.order)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How the answers given on time fell: people, right ones, and picks by choice."""

    answered: int
    correct: int
    picks: Mapping[ChoiceId, int]
