"""Which question comes next and in which order its choices stand: pure functions of seed, slot and history."""

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.core.posting import ClassroomId
from bot.core.question import ChoiceId, Pack, Question, QuestionId, TopicId

_PRIME = 2**61 - 1
"""Two marks multiplied in its remainders give a third one that looks drawn as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicWeek:
    """Dates, both included, on which a classroom asks only from these topics."""

    id: int
    classroom: ClassroomId
    topics: tuple[TopicId, ...]
    first: date
    last: date

    def covers(self, day: date) -> bool:
        """Whether the week holds on that local date."""
        return self.first <= day <= self.last


def topics_of(weeks: Iterable[TopicWeek], day: date) -> tuple[TopicId, ...]:
    """The topics that the classroom asks from on that local date; none means all."""
    return next((week.topics for week in weeks if week.covers(day)), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Supply:
    """How many openings a topic week has, and how many questions on its topics were not asked yet."""

    openings: int
    unasked: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One earlier question of the classroom, scheduled or extra."""

    question: QuestionId
    topic: TopicId


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """What may be asked of a pack, laid out once for many picks: its questions by topic, and the topics' weights.

    `marks` are numbers as if drawn at random, one a question.
    """

    questions: Mapping[TopicId, Mapping[QuestionId, Question]]
    marks: Mapping[QuestionId, int]
    weights: Mapping[TopicId, float]
    total: float


def stock_of(pack: Pack, topics: tuple[TopicId, ...] = ()) -> Stock:
    """All questions of the pack, or those on these topics when any are given."""
    found: dict[TopicId, dict[QuestionId, Question]] = defaultdict(dict)
    for question in pack.questions:
        if not topics or question.topic in topics:
            found[question.topic][question.id] = question
    known = {topic.id: topic.weight for topic in pack.topics}
    weights = {topic: known.get(topic, 0.0) for topic in found}
    marks = {name: _mark(name) for own in found.values() for name in own}
    return Stock(questions=dict(found), marks=marks, weights=weights, total=math.fsum(weights.values()) or 1.0)


def pick(
    pack: Pack, *, seed: str, slot: str, history: Sequence[Asked], topics: tuple[TopicId, ...] = ()
) -> Question | None:
    """`pick_from` for a single pick; `topics` as for `stock_of`."""
    return pick_from(stock_of(pack, topics), seed=seed, slot=slot, history=history)


def pick_from(stock: Stock, *, seed: str, slot: str, history: Sequence[Asked]) -> Question | None:
    """The question for a slot, or None when there is nothing to ask.

    Unasked questions come first, from the topic furthest below its share; when all are asked, the one asked the
    longest ago. Equal candidates are told apart by a hash of seed, slot and id, so the choice looks random but
    the same history always gives the same question, and one more candidate hardly ever changes it.

    Args:
        stock: what may be asked.
        seed: the classroom's own.
        slot: the local date, or a name for an extra question.
        history: all earlier questions, oldest first.
    """
    asked, wanting = {entry.question for entry in history}, _deficits(stock, history)
    mark = _mark(f"{seed}\n{slot}")
    for most in sorted(set(wanting.values()), reverse=True):
        furthest = (stock.questions[topic] for topic, deficit in wanting.items() if deficit == most)
        unasked = [question for own in furthest for name, question in own.items() if name not in asked]
        if unasked:
            return min(unasked, key=lambda question: stock.marks[question.id] * mark % _PRIME)
    last_asked = {entry.question: place for place, entry in enumerate(history)}
    candidates = (question for own in stock.questions.values() for question in own.values())
    return min(candidates, key=lambda question: last_asked[question.id], default=None)


def repeats(history: Sequence[Asked], question: Question) -> bool:
    """Whether the classroom has seen the question before."""
    return any(asked.question == question.id for asked in history)


def arrange(question: Question, *, seed: str, slot: str) -> tuple[ChoiceId, ...]:
    """The order in which the choices are shown: shuffled by seed and slot, pinned ones last, fixed orders kept."""
    ids = [ChoiceId(place) for place in range(len(question.choices))]
    if question.fixed_order:
        return tuple(ids)
    marks = [_mark(f"{seed}\n{slot}\n{question.id}:{place}") for place in ids]
    ids.sort(key=lambda place: (question.choices[place].pin_last, marks[place]))
    return tuple(ids)


def _deficits(stock: Stock, history: Sequence[Asked]) -> Mapping[TopicId, float]:
    """How many questions each topic is short of its share once one more is asked, among the stock's topics."""
    every = Counter([entry.topic for entry in history])
    asked = {topic: every[topic] for topic in stock.weights}
    coming = sum(asked.values()) + 1
    return {topic: coming * weight / stock.total - asked[topic] for topic, weight in stock.weights.items()}


def _mark(text: str) -> int:
    """A number from 1 to below the prime that looks drawn at random, always the same for the same text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()) % (_PRIME - 1) + 1
