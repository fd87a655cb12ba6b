"""A draft as the values of a question file, or the reason why no question can be made of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.bank import question_rules
from bot.bank.drafts import may_wait
from bot.bank.form import filled
from bot.bank.importing.draft import Draft, DraftChoice, Unfit, first_words
from bot.bank.importing.wording import shown
from bot.bank.model import LONGEST, QuestionForm
from bot.bank.problem import Finding, Where, field_name
from bot.bank.question_rules import UNDESCRIBED, Setting
from bot.bank.references import letters_alone, named_choice, speaks_of_the_others
from bot.core.question import TrapId

_MOST_CHOICES = 10
_LONGEST_TITLE = 90
_LONGEST_ALT = 1000
_SPEAKS_OF_LETTERS = re.compile(
    r"\([A-J]\)|\b[A-J]\)|\b(?:answers?|choices?|options?|key)\b\W{0,4}(?:is|are)?\W{0,4}\b[A-HJ]\b"
)
_SAYS_LETTER = re.compile(r"\b[A-HJ]\b(?: ?(?:,|and) ?\b[A-HJ]\b){0,9} (?:is|are) (?:in)?correct", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """The values of a question file, and whether something is still missing in it."""

    values: dict[str, Any]
    incomplete: bool


def fitted(draft: Draft, traps: tuple[TrapId, ...]) -> Fitted:
    """The draft as a question file's values.

    Raises:
        Unfit: it has too few or too many choices, no usable key, or goes beyond what a card holds.
    """
    _look_at_lengths(draft)
    _look_at_choices(draft)
    values = _values(draft, traps)
    lacking = faults(values, traps)
    for finding in lacking:
        if not may_wait(finding):
            raise Unfit(f"its {_named(finding.where)} {finding.problem}")
    return Fitted(values=values | {"draft": bool(lacking)}, incomplete=bool(lacking))


def _named(where: Where) -> str:
    """What is wrong, as whoever has never seen our files calls it."""
    match where:
        case ("choices", int() as place, "text"):
            return f"choice {place + 1}"
        case _:
            return field_name(where) or "file"


def faults(values: dict[str, Any], traps: tuple[TrapId, ...]) -> list[Finding]:
    """All that the check would find in a file with these values."""
    form, found = filled(QuestionForm, values)
    unsure = frozenset(fault.where for fault in found)
    rules = question_rules.findings(form, Setting(topic_title="Unsorted", traps=traps), unsure)
    return [*found, *(rule for rule in rules if rule.where not in unsure)]


def _look_at_lengths(draft: Draft) -> None:
    texts = (
        draft.stem,
        draft.explanation,
        draft.trap,
        *(text for each in draft.choices for text in (each.text, each.why)),
    )
    longest = max(map(len, texts))
    if longest > LONGEST:
        raise Unfit(f"it has a text of {longest:,} characters; a question takes {LONGEST:,}")


def _look_at_choices(draft: Draft) -> None:
    texts = [shown(choice.text) for choice in draft.choices]
    right = [choice.correct for choice in draft.choices]
    if not shown(draft.stem):
        raise Unfit("it has no stem" if draft.picture is None else "its stem is a picture alone")
    if len(texts) < 2:  # noqa: PLR2004 - one choice is none
        raise Unfit("it has only one choice" if texts else "it has no choices")
    if len(texts) > _MOST_CHOICES:
        raise Unfit(f"it has {len(texts)} choices; a question takes {_MOST_CHOICES}")
    if not all(texts):
        raise Unfit(f"its choice {texts.index('') + 1} shows no text")
    if not any(right):
        raise Unfit("none of its choices is right")
    if all(right):
        raise Unfit("all of its choices are right")


def _values(draft: Draft, traps: tuple[TrapId, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {
        "title": draft.title or _title(draft.stem),
        "stem": draft.stem,
        "choices": [_choice(choice, traps) for choice in draft.choices],
    }
    if draft.difficulty is not None:
        values["difficulty"] = draft.difficulty
    if draft.picture is not None:
        values["image"] = {"file": "picture.png", "alt": draft.picture.alt[:_LONGEST_ALT] or UNDESCRIBED}
    texts = {"trap": draft.trap, "explanation": draft.explanation, "by": draft.by, "reviewed": draft.reviewed}
    values |= {name: text for name, text in texts.items() if text}
    values |= {"sources": list(draft.sources)} if draft.sources else {}
    return in_fixed_order(values) if draft.fixed_order or lettered_texts(values) else values


def in_fixed_order(values: dict[str, Any]) -> dict[str, Any]:
    """The values with the choices always shown as they stand, so that none need be the last."""
    choices = [{name: value for name, value in each.items() if name != "pin"} for each in values["choices"]]
    return values | {"choices": choices, "order": "fixed"}


def _choice(choice: DraftChoice, traps: tuple[TrapId, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {"text": choice.text}
    if choice.correct:
        values["correct"] = True
    if choice.why:
        values["why"] = choice.why
    if choice.tempting and not choice.correct:
        values["tempting"] = choice.tempting
    if choice.falls_for in traps and not choice.correct:
        values["falls_for"] = choice.falls_for
    if choice.pin_last or speaks_of_the_others(shown(choice.text)):
        values["pin"] = "last"
    return values


def lettered_texts(values: Mapping[str, Any]) -> frozenset[str]:
    """The texts that speak of choices by letter, which are true only in the order in which they were written."""
    choices = [each for each in values.get("choices", ()) if isinstance(each, Mapping)]
    texts = [str(each.get("text", "")) for each in choices]
    told = [str(values.get(name, "")) for name in ("explanation", "trap")]
    told += [str(each.get("why", "")) for each in choices]
    loose = [text for text in told if _SPEAKS_OF_LETTERS.search(text) or _SAYS_LETTER.search(text)]
    asked = [str(values.get("stem", "")), *(text for text in texts if not speaks_of_the_others(shown(text)))]
    return frozenset([*filter(letters_alone, texts), *loose, *filter(named_choice, [*asked, *told])])


def _title(stem: str) -> str:
    """A name for lists: the stem's first words, which never give the answer away."""
    line = first_words(shown(stem))
    text = shown(stem)
    if len(text) <= _LONGEST_TITLE:
        return text if text.isprintable() else line
    return line
