"""Grading: what came of a click, and what is said about it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.core.address import Caller, LearnerId, WorkspaceKey
from bot.core.asking import AskedQuestion
from bot.core.mastery import Mastery
from bot.core.posting import Posting, PostingId
from bot.core.question import ChoiceId, TopicId
from bot.core.standings import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Gradable:
    """A posting with its workspace, and of its revision what grading needs: ids of the correct choices, and topic.

    `asked` reads the rest, which may be in disorder: no answer depends on it.
    """

    posting: Posting
    workspace: WorkspaceKey
    key: frozenset[ChoiceId]
    topic: TopicId
    asked: Callable[[], AskedQuestion]


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """Letters that somebody sent for a posting, at the moment the platform says they did (aware UTC)."""

    posting: PostingId
    caller: Caller
    letters: tuple[str, ...]
    clicked_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenAnswer:
    """A stored answer and its verdict."""

    posting: Posting
    learner: LearnerId
    picked: frozenset[ChoiceId]
    correct: bool
    on_time: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """A first answer on time; `standing` is the learner's after it."""

    answer: GivenAnswer
    standing: Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """A first answer after the close: kept, and counted nowhere."""

    answer: GivenAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyAnswered:
    """A second click: the first answer stands."""

    answer: GivenAnswer


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongCount:
    """Not as many letters as the question asks for, or letters that it does not have; nothing is stored."""

    wanted: int
    given: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Void:
    """The posting is void; nothing is stored."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownPosting:
    """There is no such posting; nothing is stored."""


Outcome = Graded | Late | AlreadyAnswered | WrongCount | Void | UnknownPosting


class Greeting(StrEnum):
    """What kind of breakdown it is, which decides its first word."""

    FIRST = "first"
    ALREADY = "already"
    RECALL = "recall"
    LATE = "late"


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """The private breakdown of one answer; standing and mastery only where the answer counted."""

    asked: AskedQuestion
    greeting: Greeting
    answer: GivenAnswer
    standing: Standing | None = None
    mastery: Mastery | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unexplained:
    """The answer was taken, but what is to be said of it could not be put together."""

    error: Exception


Reply = Feedback | WrongCount | Void | UnknownPosting | Unexplained
"""What whoever answered is told."""


def grade(key: frozenset[ChoiceId], picked: frozenset[ChoiceId]) -> bool:
    """All or nothing: the picked set equals the key."""
    return picked == key


def picked_choices(posting: Posting, letters: tuple[str, ...]) -> frozenset[ChoiceId]:
    """The choices behind letters; letters that the card did not have are left out."""
    found = (posting.choice_at(letter) for letter in letters)
    return frozenset(choice for choice in found if choice is not None)
