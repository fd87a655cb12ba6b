"""A question that comes again: what changed at its source is taken over, what was written by hand stays.

A field is taken over only if the pack's file still says what was imported last; a blank one is filled.
Texts that speak of choices by letter come with the order of choices that makes them true, or not at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.bank.importing.fitting import in_fixed_order, lettered_texts
from bot.bank.importing.identity import digest
from bot.bank.importing.record import Remembered, is_right, key_of, texts_of, why_field

_TEXTS = ("stem", "explanation", "trap")


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """The values that the file should have, and the fields in which hand and source disagree."""

    values: dict[str, Any]
    kept: tuple[str, ...]


def merged(ours: Mapping[str, Any], theirs: Mapping[str, Any], last: Remembered) -> Merged:
    """The file's values after the source's: `last` is what was imported before."""
    kept: list[str] = []
    values = dict(ours)
    for name in _TEXTS:
        text = _settled(name, str(ours.get(name, "")), str(theirs.get(name, "")), last, kept)
        if text:
            values[name] = text
    for name in ("difficulty", "sources", "by"):
        if not ours.get(name) and theirs.get(name):
            values[name] = theirs[name]
    values["choices"] = _choices(ours, theirs, last, kept)
    return _in_order(ours, theirs, last, Merged(values=values, kept=tuple(kept)))


def same(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Whether two sets of values say the same, however they are typed."""
    return bool(_plain(ours) == _plain(theirs))


def _in_order(ours: Mapping[str, Any], theirs: Mapping[str, Any], last: Remembered, found: Merged) -> Merged:
    """With what newly speaks of letters comes the source's order; where that cannot be, all stays as it was."""
    lettered = lettered_texts(found.values)
    if not lettered - lettered_texts(ours):
        return found
    by_text = {choice["text"].strip(): choice for choice in found.values["choices"]}
    order = texts_of(theirs)
    own = ours.get("order") == "fixed" and last.fields.get("order") != digest("\n".join(texts_of(ours)))
    moves = order != texts_of(found.values)
    if sorted(order) != sorted(by_text) or (moves and (own or not lettered <= lettered_texts(theirs))):
        names = [name for name in (*_TEXTS, "choices") if found.values.get(name) != ours.get(name)]
        return Merged(values=dict(ours), kept=(*found.kept, *names))
    return replace(found, values=in_fixed_order({**found.values, "choices": [by_text[text] for text in order]}))


def _settled(name: str, ours: str, theirs: str, last: Remembered, kept: list[str]) -> str:
    before = last.fields.get(name)
    if not theirs.strip() or theirs.strip() == ours.strip() or before == digest(theirs):
        return ours
    if (not ours.strip() and before is None) or before == digest(ours):
        return theirs
    kept.append(name)
    return ours


def _choices(
    ours: Mapping[str, Any], theirs: Mapping[str, Any], last: Remembered, kept: list[str]
) -> list[dict[str, Any]]:
    old = [each for each in ours.get("choices", []) if isinstance(each, dict)]
    new = theirs["choices"]
    mine, yours, before = key_of({"choices": old}), key_of(theirs), last.fields.get("choices")
    changed = mine != yours and before != digest(yours)
    take = changed and (before == digest(mine) or not old) and not _would_be_lost(old, new, last)
    if changed and not take:
        kept.append("choices")
    base, other = (new, old) if take else (old, new)
    result = []
    for place, choice in enumerate(base):
        twin = _twin(choice, place, base, other)
        mine_of, yours_of = (twin, choice) if take else (choice, twin)
        result.append(_choice(mine_of, yours_of, choice, last, kept))
    return result


def _would_be_lost(old: list[dict[str, Any]], new: list[dict[str, Any]], last: Remembered) -> bool:
    """Whether a why that somebody wrote by hand stands at a choice that the source no longer has."""
    matched = [_twin(choice, place, new, old) for place, choice in enumerate(new)]
    left = [choice for choice in old if choice not in matched]
    return any(each.get("why") and last.fields.get(why_field(each)) != digest(str(each["why"])) for each in left)


def _twin(
    choice: Mapping[str, Any], place: int, among: list[dict[str, Any]], others: list[dict[str, Any]]
) -> Mapping[str, Any]:
    """The other side's choice of the same text; else, if both were only reworded, the one in the same place."""
    for each in others:
        if each.get("text", "").strip() == choice.get("text", "").strip():
            return each
    texts = {each.get("text", "").strip() for each in among}
    if len(among) == len(others) and place < len(others) and others[place].get("text", "").strip() not in texts:
        return others[place] if is_right(others[place]) is is_right(choice) else {}
    return {}


def _choice(
    mine: Mapping[str, Any], yours: Mapping[str, Any], said: Mapping[str, Any], last: Remembered, kept: list[str]
) -> dict[str, Any]:
    """One choice: the text and the key of `said`, and of ours all that people write by hand."""
    field = why_field(mine or yours)
    before = Remembered(fields={"why": last.fields[field]} if field in last.fields else {})
    clashes: list[str] = []
    why = _settled("why", str(mine.get("why", "")), str(yours.get("why", "")), before, clashes)
    kept.extend("a why" for _ in clashes)
    values = {**yours, **mine, "text": said.get("text", ""), "why": why}
    values.pop("correct", None)
    if is_right(said):
        values = {**values, "correct": True}
        values.pop("tempting", None)
        values.pop("falls_for", None)
    return {name: value for name, value in values.items() if value not in ("", None)}


def _plain(values: Any) -> Any:
    if isinstance(values, Mapping):
        return {name: _plain(value) for name, value in values.items() if value not in (None, "", [], False)}
    if isinstance(values, list):
        return [_plain(value) for value in values]
    return str(values).strip().lower() if isinstance(values, bool) else str(values).strip()
