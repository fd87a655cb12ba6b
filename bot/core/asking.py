"""A question as a classroom meets it: the posting with its text, and with the count that its public cards show."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.posting import Posting, Tally
from bot.core.question import Question, Topic, TrapId


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTime:
    """How the scheduled posting before this one went."""

    number: int
    answered: int
    correct: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """A posting and its question as it was asked; `traps` names the pack's traps by id."""

    posting: Posting
    question: Question
    topic: Topic
    traps: Mapping[TrapId, str]

    @property
    def pick(self) -> int:
        """How many choices an answer names."""
        return len(self.question.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedQuestion(AskedQuestion):
    """The same with what only the card in the channel shows: its tally, how the one before went, whom to mention."""

    tally: Tally
    last_time: LastTime | None = None
    ping: str = ""
