"""Drafts: what a question may still lack and be asked all the same, and how that is told."""

from collections.abc import Sequence

from bot.bank.model import QuestionForm
from bot.bank.problem import Finding, field_name

_MAY_LACK = frozenset({"why", "tempting", "trap", "explanation", "difficulty"})
MIDDLING = 3
"""The difficulty of a question that does not tell it."""


def may_wait(finding: Finding) -> bool:
    """Whether a draft may be used with this."""
    return finding.waits or (finding.missing and bool(finding.where) and finding.where[-1] in _MAY_LACK)


def needs(form: QuestionForm, lacking: Sequence[Finding]) -> tuple[str, ...]:
    """What a draft still needs, fields of several choices in one; sources are asked for where anything is."""
    told: dict[str, list[int]] = {}
    for finding in lacking:
        match finding.where:
            case ("choices", int() as place, str() as field) if finding.missing:
                told.setdefault(field, []).append(place + 1)
            case _:
                name = field_name(finding.where)
                told.setdefault(name if finding.missing else f"{name} {finding.problem}", [])
    if told and not form.sources:
        told["sources"] = []
    return tuple(f"{what} (choices {', '.join(map(str, places))})" if places else what for what, places in told.items())
