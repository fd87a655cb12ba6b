"""Three tricks that need no knowledge, and how far each gets; a bank that cannot be guessed gives them chance."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.bank.lint.words import hedges, jaccard, plain, words
from bot.core.question import Question

CHOICES = 4
"""Tricks are scored on single-key questions with so many choices, where chance is one in four."""

Score = Callable[[Sequence[str]], list[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """What a guesser scores (0 to 1) who picks by one feature alone; a tie shares the point."""

    name: str
    score: float
    questions: int


def tricks(questions: Iterable[Question]) -> tuple[Trick, ...]:
    """The three tricks over all questions that can be scored."""
    fit = [each for each in questions if len(each.choices) == CHOICES and len(each.key) == 1]
    named: tuple[tuple[str, Score], ...] = (
        ("pick the longest choice", _lengths),
        ("pick the one with most qualifiers", _hedges),
        ("pick the one unlike the others", _strangeness),
    )
    return tuple(
        Trick(name=name, score=sum(_won(each, score) for each in fit) / max(len(fit), 1), questions=len(fit))
        for name, score in named
    )


def likeness(texts: Sequence[str]) -> list[float]:
    """How alike each text is to all the others together, by their words."""
    sets = [words(text) for text in texts]
    return [sum(jaccard(own, other) for other in sets if other is not own) for own in sets]


def _won(question: Question, score: Score) -> float:
    values = score([choice.text for choice in question.choices])
    best = [place for place, value in enumerate(values) if value >= max(values)]
    return len(question.key & set(best)) / len(best)


def _lengths(texts: Sequence[str]) -> list[float]:
    return [float(len(plain(text))) for text in texts]


def _hedges(texts: Sequence[str]) -> list[float]:
    return [float(hedges(text)) for text in texts]


def _strangeness(texts: Sequence[str]) -> list[float]:
    return [-round(alike, 9) for alike in likeness(texts)]
