"""Flaws that only show over a whole pack: what a guesser could learn from many questions, and what is there twice."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.bank.lint.remark import Level, Remark, question_path
from bot.bank.lint.words import grams, jaccard, plain
from bot.core.question import Pack, Question

_ENOUGH = 30
"""Questions below which nothing is said of the whole."""
_Z_WARNING, _Z_ERROR = 3.0, 6.0
_MOST_IN_ONE_PLACE = 0.45
_NEARLY_THE_SAME = 0.85
_OFF_BALANCE = 0.25
_TRAP_USES = 2


def pack_remarks(pack: Pack) -> Iterator[Remark]:
    """Everything that is noticed over a pack."""
    file = Path(pack.id) / "pack.yaml"
    for check, level, noticed, remedy in (*_longest(pack), *_places(pack), *_balance(pack), *_traps(pack)):
        yield Remark(level=level, file=file, check=check, noticed=noticed, remedy=remedy)
    yield from _near_duplicates(pack)
    yield from _repeated_whys(pack)


def key_longest_z(questions: Sequence[Question]) -> float:
    """How many standard errors the share of questions whose key is strictly the longest lies above chance.

    Over single-key questions with three choices or more; 0 when there are none.
    """
    fit = [each for each in questions if len(each.key) == 1 and len(each.choices) > 2]  # noqa: PLR2004
    if not fit:
        return 0.0
    won = sum(_key_is_longest(each) for each in fit)
    chances = [1 / len(each.choices) for each in fit]
    return (won - sum(chances)) / math.sqrt(sum(chance * (1 - chance) for chance in chances))


Found = Iterator[tuple[str, Level, str, str]]


def _longest(pack: Pack) -> Found:
    z = key_longest_z(pack.questions)
    if len(pack.questions) >= _ENOUGH and z > _Z_WARNING:
        level = Level.ERROR if z > _Z_ERROR else Level.WARNING
        yield (
            "key is longest",
            level,
            f"keys are the longest choice far too often (z = {z:.1f})",
            "Even out the lengths",
        )


def _places(pack: Pack) -> Found:
    """Where keys stand matters where the order is fixed; elsewhere choices are shuffled, and it is advice."""
    for fixed, level, remedy in (
        (True, Level.WARNING, "Move the keys, or let the choices be shuffled"),
        (False, Level.ADVICE, "Choices are shuffled when asked; vary it all the same"),
    ):
        single = [each for each in pack.questions if len(each.key) == 1 and each.fixed_order is fixed]
        places = Counter(min(each.key) for each in single)
        if len(single) >= _ENOUGH and max(places.values()) > _MOST_IN_ONE_PLACE * len(single):
            place, most = places.most_common(1)[0]
            where = "in fixed order " if fixed else ""
            yield "key position", level, f"{most} of {len(single)} keys {where}stand at place {place + 1}", remedy


def _balance(pack: Pack) -> Found:
    total, weights = len(pack.questions), sum(topic.weight for topic in pack.topics)
    counts = Counter(each.topic for each in pack.questions)
    for topic in pack.topics:
        due = total * topic.weight / weights
        if total >= _ENOUGH and abs(counts[topic.id] - due) > max(_OFF_BALANCE * due, 1):
            noticed = f"{topic.id} has {counts[topic.id]} questions where its weight asks for {due:.0f}"
            yield "topic balance", Level.ADVICE, noticed, "Add questions where they are few"


def _traps(pack: Pack) -> Found:
    used = Counter(
        trap
        for each in pack.questions
        for trap in {choice.falls_for for choice in each.choices if choice.falls_for is not None}
    )
    for trap in pack.traps:
        if len(pack.questions) >= _ENOUGH and used[trap.id] < _TRAP_USES:
            noticed = f"the trap {trap.id} is used by {used[trap.id]} question(s)"
            yield "named traps", Level.WARNING, noticed, "Use it in two questions or more, or do without it"


def _near_duplicates(pack: Pack) -> Iterator[Remark]:
    """Pairs of stems that are nearly the same, code included; sorted by size, so that few pairs are compared."""
    sized = sorted(((grams(each.stem), each) for each in pack.questions), key=lambda pair: (len(pair[0]), pair[1].id))
    for place, (own, question) in enumerate(sized):
        for other, twin in sized[place + 1 :]:
            if len(own) < _NEARLY_THE_SAME * len(other):
                break
            if jaccard(own, other) >= _NEARLY_THE_SAME:
                yield Remark(
                    level=Level.WARNING,
                    file=question_path(pack.id, question),
                    check="near-duplicate",
                    noticed=f"its stem is nearly that of {twin.id}",
                    remedy="Keep one of the two, or ask about something else",
                )


def _repeated_whys(pack: Pack) -> Iterator[Remark]:
    seen: dict[str, Question] = {}
    for question in pack.questions:
        for choice in question.choices:
            why = plain(choice.why).casefold()
            if why and seen.setdefault(why, question) is not question:
                yield Remark(
                    level=Level.WARNING,
                    file=question_path(pack.id, question),
                    check="repeated why",
                    noticed=f"a why stands in {seen[why].id} too: “{plain(choice.why)[:40]}…”",
                    remedy="Say what is special to this choice here",
                )


def _key_is_longest(question: Question) -> bool:
    lengths = {place: len(plain(choice.text)) for place, choice in enumerate(question.choices)}
    (key,) = question.key
    return all(lengths[key] > length for place, length in lengths.items() if place != key)
