"""Which question comes next and in which order its choices stand: pure functions of seed, slot and history."""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.core.posting import ClassroomId
from bot.core.question import ChoiceId, Pack, Question, QuestionId, TopicId


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


def pick(
    pack: Pack, *, seed: str, slot: str, history: Sequence[Asked], topics: tuple[TopicId, ...] = ()
) -> Question | None:
    """The question for a slot, or None when there is nothing to ask.

    Unasked questions come first, from the topic furthest below its share; when all are asked, the one asked the
    longest ago. Equal candidates are told apart by a hash of seed, slot and id, so the choice looks random but
    the same history always gives the same question.

    Args:
        pack: what may be asked.
        seed: the classroom's own.
        slot: the local date, or a name for an extra question.
        history: all earlier questions, oldest first.
        topics: ask only from these, when any are given.
    """
    candidates = [question for question in pack.questions if not topics or question.topic in topics]
    if not candidates:
        return None
    last_asked = {asked.question: place for place, asked in enumerate(history)}
    unasked = [question for question in candidates if question.id not in last_asked]
    if not unasked:
        return min(candidates, key=lambda question: last_asked[question.id])
    wanting = _deficits(pack, candidates, history)
    return min(unasked, key=lambda question: (-wanting[question.topic], _rank(seed, slot, question.id)))


def repeats(history: Sequence[Asked], question: Question) -> bool:
    """Whether the classroom has seen the question before."""
    return any(asked.question == question.id for asked in history)


def arrange(question: Question, *, seed: str, slot: str) -> tuple[ChoiceId, ...]:
    """The order in which the choices are shown: shuffled by seed and slot, pinned ones last, fixed orders kept."""
    ids = [ChoiceId(place) for place in range(len(question.choices))]
    if question.fixed_order:
        return tuple(ids)
    ids.sort(key=lambda place: (question.choices[place].pin_last, _rank(seed, slot, f"{question.id}:{place}")))
    return tuple(ids)


def _deficits(pack: Pack, candidates: Sequence[Question], history: Sequence[Asked]) -> Mapping[TopicId, float]:
    """How many questions each topic is short of its share once one more is asked, among the candidates' topics."""
    weights = {topic.id: topic.weight for topic in pack.topics}
    open_topics = {question.topic for question in candidates}
    total = sum(weights.get(topic, 0.0) for topic in open_topics) or 1.0
    asked = Counter(entry.topic for entry in history if entry.topic in open_topics)
    coming = asked.total() + 1
    return {topic: coming * weights.get(topic, 0.0) / total - asked[topic] for topic in open_topics}


def _rank(seed: str, slot: str, name: str) -> bytes:
    return hashlib.sha256(f"{seed}\n{slot}\n{name}".encode()).digest()
