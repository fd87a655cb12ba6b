"""Flaws of one question, from its text alone. Source: the item-writing guides of NBME and of Haladyna (2002)."""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from statistics import median

from bot.bank.lint.guessing import likeness
from bot.bank.lint.remark import Level, Remark, question_path
from bot.bank.lint.words import absolutes, content_stems, hedges, plain
from bot.core.question import Choice, PackId, Question

_FEWEST, _MOST = 3, 6
_SHORTEST_STEM, _SHORTEST_WHY = 15, 40
_LONGER, _UNEVEN, _ALIKE = 1.3, 4, 0.15
_NEGATIVE = re.compile(r"\b(not|except|least|incorrect|false)\b(?=[^.?!]*\?\s*$)", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|never|no|cannot)\b|n't\b", re.IGNORECASE)
_RANGE = re.compile(r"(-?\d+(?:\.\d+)?)\s*(?:-|–|to|and)\s*(-?\d+(?:\.\d+)?)", re.IGNORECASE)
_EMPHASISED = re.compile(r"\*\*?(?:not|except|least|incorrect|false)\*\*?|\b(?:NOT|EXCEPT|LEAST|INCORRECT|FALSE)\b")
_UNFOCUSED = re.compile(
    r"^which (?:of the following |statement |one )*(?:is|are) (?:true|correct|right)\?$", re.IGNORECASE
)
_SHOWN = re.compile(
    r"\b(?:exhibit|figure|graphic|diagram|screenshot|picture|chart)s? (?:above|below|shows?)\b|"
    r"\b(?:see|shown in|refer to) the (?:exhibit|figure|graphic|diagram|screenshot|picture|chart)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\?|\b(?:choose|select|pick|complete|name)\b", re.IGNORECASE)
_DENIES = re.compile(r"^(?:wrong|incorrect|not (?:correct|right)|false)\b", re.IGNORECASE)
_AFFIRMS = re.compile(r"^(?:correct|right|true)\b[.,:;!]", re.IGNORECASE)
_NUMBER = re.compile(r"[-−]?\d+(?:[.,]\d+)?")

Found = Iterator[tuple[Level, str, str]]
"""Level, what was noticed, remedy."""


def item_remarks(pack: PackId, question: Question) -> Iterator[Remark]:
    """Everything that is noticed in one question."""
    file = question_path(pack, question)
    for check, look in _CHECKS.items():
        for level, noticed, remedy in look(question):
            yield Remark(level=level, file=file, check=check, noticed=noticed, remedy=remedy)


def _contradiction(question: Question) -> Found:
    for choice in question.choices:
        denied = _DENIES if choice.correct else _AFFIRMS
        if denied.search(plain(choice.why)):
            side = "correct" if choice.correct else "wrong"
            noticed = f"the why of the {side} choice “{_short(choice)}” says the opposite"
            yield Level.ERROR, noticed, "One of the two is mistaken: settle which, and mend the key or the why"


def _missing_picture(question: Question) -> Found:
    if question.picture is None and _SHOWN.search(plain(question.stem)):
        yield Level.WARNING, "the stem speaks of a picture and there is none", "Add the image, or say it in words"


def _short_why(question: Question) -> Found:
    for choice in question.choices:
        if choice.why and len(plain(choice.why)) < _SHORTEST_WHY:
            noticed = f"the why of “{_short(choice)}” has under {_SHORTEST_WHY} characters"
            yield Level.WARNING, noticed, "Say what the choice is for, and when it would be right"


def _longest(question: Question) -> Found:
    key, others = _key_and_others(question)
    lengths = [len(plain(other.text)) for other in others]
    if key and lengths and len(plain(key.text)) > max(*lengths, _LONGER * median(lengths)):
        yield Level.ADVICE, "the correct choice stands out by its length", "Shorten it, or give the others its detail"


def _absolute_distractors(question: Question) -> Found:
    key, others = _key_and_others(question)
    if key and not absolutes(key.text) and sum(absolutes(other.text) > 0 for other in others) > 1:
        yield Level.ADVICE, "only wrong choices say always, never, all …", "Take the absolutes out, or share them"


def _hedged_key(question: Question) -> Found:
    key, others = _key_and_others(question)
    if key and hedges(key.text) and not any(hedges(other.text) for other in others):
        yield Level.ADVICE, "only the correct choice is qualified", "Qualify the others alike, or say it plainly"


def _grammar(question: Question) -> Found:
    key, others = _key_and_others(question)
    article = re.search(r"\b(a|an)\s*[:.…_]*$", plain(question.stem), re.IGNORECASE)
    if key and article:
        vowel = article[1].casefold() == "an"
        fits = [_starts_with_vowel(other) is vowel for other in others]
        if _starts_with_vowel(key) is vowel and not all(fits):
            yield Level.ADVICE, "the stem's last article fits the key and not all others", "End the stem with a/an"
    for look, what, remedy in (
        (_full_stop, "ends differently", "End all choices alike"),
        (_capital, "begins with another kind of letter", "Begin all choices alike"),
    ):
        if key and len({look(other) for other in others}) == 1 and look(key) != look(others[0]):
            yield Level.ADVICE, f"the correct choice alone {what}", remedy


def _clang(question: Question) -> Found:
    key, others = _key_and_others(question)
    if key:
        shared = content_stems(question.stem) & content_stems(key.text)
        alone = shared - frozenset().union(*(content_stems(other.text) for other in others))
        if alone:
            yield (
                Level.ADVICE,
                f"the stem and the key alone share {_list(alone)}…",
                "Use the word in others, or in none",
            )


def _convergence(question: Question) -> Found:
    key, others = _key_and_others(question)
    if key and len(others) > 1:
        own, *rest = likeness([key.text, *(other.text for other in others)])
        if own / len(others) - max(rest) / len(others) > _ALIKE:
            yield (
                Level.ADVICE,
                "the correct choice shares most words with the others",
                "Vary what the others have in common",
            )


def _negative(question: Question) -> Found:
    if _NEGATIVE.search(plain(question.stem)) and not _EMPHASISED.search(question.stem):
        yield Level.ADVICE, "the stem asks for what is not so", "Ask for what is so, or write **not** in bold"
    negated = any(_NOT.search(plain(choice.text)) for choice in question.choices)
    if _NEGATIVE.search(plain(question.stem)) and negated:
        yield Level.ADVICE, "stem and choice both deny something", "Take one of the negatives out"


def _stem(question: Question) -> Found:
    stem = plain(question.stem)
    if len(stem) < _SHORTEST_STEM:
        yield Level.ADVICE, "the stem is very short", "Say what the question is about"
    if not _ASKS.search(stem):
        yield Level.ADVICE, "the stem asks nothing", "End it with one question"
    if _UNFOCUSED.search(stem):
        yield Level.ADVICE, "the stem can only be answered from the choices", "Ask about one thing"


def _options(question: Question) -> Found:
    texts = [plain(choice.text) for choice in question.choices]
    if not _FEWEST <= len(texts) <= _MOST:
        yield Level.ADVICE, f"there are {len(texts)} choices", f"{_FEWEST} to {_MOST} work best"
    lengths = [len(text) for text in texts]
    if max(lengths) > _UNEVEN * max(min(lengths), 1):
        yield Level.ADVICE, "the choices differ much in length", "Write them in one form"
    numbers = [_NUMBER.findall(text) for text in texts]
    if question.fixed_order and all(len(found) == 1 for found in numbers):
        values = [float(found[0].replace(",", ".").replace("−", "-")) for found in numbers]
        units = {_NUMBER.sub("", text).strip() for text in texts}
        if len(units) == 1 and values not in (sorted(values), sorted(values, reverse=True)):
            yield Level.ADVICE, "the numbers are not in order", "Sort the choices"


def _ranges(question: Question) -> Found:
    """Ranges that share more than an end: two of them would be right at once."""
    found = [_RANGE.search(plain(choice.text)) for choice in question.choices]
    spans = sorted((float(each[1]), float(each[2])) for each in found if each)
    if len(spans) == len(found) and any(later[0] < earlier[1] for earlier, later in pairwise(spans)):
        yield Level.ADVICE, "the ranges of the choices overlap", "Let each range begin where the one before ends"


def _key_and_others(question: Question) -> tuple[Choice | None, list[Choice]]:
    """The correct choice of a single-key question, None for others, and the wrong ones."""
    right = [choice for choice in question.choices if choice.correct]
    return right[0] if len(right) == 1 else None, [choice for choice in question.choices if not choice.correct]


def _starts_with_vowel(choice: Choice) -> bool:
    return plain(choice.text)[:1].casefold() in set("aeiou")


def _capital(choice: Choice) -> bool:
    return plain(choice.text)[:1].isupper()


def _full_stop(choice: Choice) -> bool:
    return plain(choice.text).endswith(".")


def _short(choice: Choice) -> str:
    text = plain(choice.text)
    return text if len(text) <= _MOST * 10 else f"{text[: _MOST * 10 - 1]}…"


def _list(found: frozenset[str]) -> str:
    return ", ".join(f"“{word}" for word in sorted(found))


_CHECKS: dict[str, Callable[[Question], Found]] = {
    "contradiction": _contradiction,
    "missing picture": _missing_picture,
    "short why": _short_why,
    "key is longest": _longest,
    "absolutes": _absolute_distractors,
    "qualified key": _hedged_key,
    "grammatical cue": _grammar,
    "clang": _clang,
    "convergence": _convergence,
    "negative stem": _negative,
    "stem": _stem,
    "choices": _options,
    "ranges": _ranges,
}
