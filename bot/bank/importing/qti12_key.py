"""The key of a QTI 1.2 item: which choices its scoring rewards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from bot.bank.importing.draft import Unfit
from bot.bank.importing.xml_tree import text_of

_HIGHEST = 100.0
_RIGHT_FEEDBACK = re.compile(r".*_A?C|correct(?:_fb)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """The names of the right choices, and what to know about the scoring."""

    right: frozenset[str]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule:
    """A condition: the choices that it wants picked, and what it scores."""

    picked: frozenset[str]
    score: float


def right_labels(item: Element, labels: Mapping[str, str], *, several: bool) -> Key:
    """The choices that the item's conditions reward most; `labels` are the choices' texts by name.

    Raises:
        Unfit: no condition rewards a choice.
    """
    conditions = list(item.iter("respcondition"))
    rules = [rule for rule in (_rule(condition, labels) for condition in conditions) if rule.picked and rule.score > 0]
    rules = rules or [rule for rule in (_by_feedback(condition, labels) for condition in conditions) if rule.picked]
    if not rules:
        raise Unfit("nothing in it tells which choice is right")
    best = max(rule.score for rule in rules)
    if several and all(len(rule.picked) == 1 for rule in rules):
        return Key(right=frozenset().union(*(rule.picked for rule in rules)))
    right = frozenset[str]().union(*(rule.picked for rule in rules if rule.score == best))
    partial = any(rule.score < best for rule in rules)
    return Key(
        right=right, notes=("some answers have part of the credit: they count as wrong here",) if partial else ()
    )


def _rule(condition: Element, labels: Mapping[str, str]) -> _Rule:
    scores = [_score(each) for each in condition.iter("setvar")]
    score = max(scores, default=0.0)
    if condition.get("title", "").lower() == "correct":
        score = score or _HIGHEST
    return _Rule(picked=_picked(condition, labels), score=score)


def _by_feedback(condition: Element, labels: Mapping[str, str]) -> _Rule:
    """Where nothing scores, the condition that shows the praise."""
    praised = any(_RIGHT_FEEDBACK.fullmatch(each.get("linkrefid", "")) for each in condition.iter("displayfeedback"))
    return _Rule(picked=_picked(condition, labels) if praised else frozenset(), score=_HIGHEST)


def _picked(condition: Element, labels: Mapping[str, str]) -> frozenset[str]:
    denied = {id(each) for negation in condition.iter("not") for each in negation.iter("varequal")}
    values = [text_of(each).strip() for each in condition.iter("varequal") if id(each) not in denied]
    by_text = {text.strip(): name for name, text in labels.items()}
    names = (value if value in labels else by_text.get(value, "") for value in values)
    return frozenset(filter(None, names))


def _score(setvar: Element) -> float:
    text = text_of(setvar).strip()
    if text.lower().endswith(".max"):
        return _HIGHEST
    try:
        return 0.0 if setvar.get("action", "").lower() in {"subtract", "divide"} else float(text.replace(",", "."))
    except ValueError:
        return 0.0
