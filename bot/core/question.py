"""A pack and its questions: what is asked, which choices are right and why each one is or is not."""

import re
from dataclasses import dataclass
from datetime import date
from typing import NewType

PackId = NewType("PackId", str)
TopicId = NewType("TopicId", str)
TrapId = NewType("TrapId", str)
QuestionId = NewType("QuestionId", str)
"""The question's file name without its ending, unique in its pack."""
RevisionId = NewType("RevisionId", int)
ChoiceId = NewType("ChoiceId", int)
"""The choice's place in its revision, counted from 0; never shown to a client."""

_NUMERIC = re.compile(r"\W*+\d[\d\s.,_]*+[\w%°/]*+\W*+")
_TRUTH = frozenset({"true", "false", "yes", "no"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer on offer. Texts are Markdown."""

    text: str
    why: str
    correct: bool = False
    tempting: str = ""
    falls_for: TrapId | None = None
    pin_last: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """An image shown above the choices: a file of the pack and its words for those who cannot see it."""

    pack: PackId
    file: str
    alt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question at one moment of its life. Texts are Markdown; difficulty runs from 1 to 5."""

    id: QuestionId
    topic: TopicId
    title: str
    difficulty: int
    stem: str
    choices: tuple[Choice, ...]
    trap: str
    explanation: str
    fixed_order: bool = False
    by: str = ""
    reviewed: date | None = None
    sources: tuple[str, ...] = ()
    picture: Picture | None = None

    @property
    def key(self) -> frozenset[ChoiceId]:
        """The ids of all correct choices."""
        return frozenset(ChoiceId(place) for place, choice in enumerate(self.choices) if choice.correct)


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A domain of the exam and its share of it, in points that need not sum to 100."""

    id: TopicId
    title: str
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Trap:
    """A named misconception that choices of several questions may share."""

    id: TrapId
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A question bank for one exam."""

    id: PackId
    title: str
    exam: str
    licence: str
    topics: tuple[Topic, ...]
    traps: tuple[Trap, ...]
    questions: tuple[Question, ...]


def keeps_order(texts: list[str]) -> bool:
    """Whether choices with these texts are shown in file order unless told otherwise: all numbers, or true/false."""
    if {text.strip(" .*`").casefold() for text in texts} <= _TRUTH:
        return True
    return all(_NUMERIC.fullmatch(text.strip()) for text in texts)
