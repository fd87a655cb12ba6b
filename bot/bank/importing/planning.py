"""Holds what was read against the pack: which questions are new, changed or the same, and what each file will say."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

from bot.bank.drafts import may_wait
from bot.bank.importing.draft import Draft, Skipped, Unfit, first_words
from bot.bank.importing.fitting import Fitted, faults, fitted
from bot.bank.importing.identity import choices_identity, digest, id_words, stem_identity
from bot.bank.importing.merge import merged, same
from bot.bank.importing.pack_state import Existing, PackState
from bot.bank.importing.record import RECORD_FILE, Remembered, key_of, remembered
from bot.bank.importing.topics import Topics
from bot.bank.importing.wording import shown
from bot.core.question import keeps_order

_ANOTHER = 0.5
"""Below this likeness, and without a common choice, one id means two questions."""


class Outcome(StrEnum):
    """What an import does with a question."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A question and what its file will say; what to remember of it, and what whoever imports should know."""

    outcome: Outcome
    place: str
    id: str
    topic: str
    values: dict[str, Any]
    picture: bytes | None = None
    remembered: Remembered | None = None
    words: tuple[str, ...] = ()
    """Those of its categories and tags, the nearest first."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    draft: Draft
    fitted: Fitted
    stem: str
    choices: str

    @property
    def place(self) -> str:
        """Where it stands, with the file if there are several."""
        return f"{self.draft.file} {self.draft.place}" if self.draft.file else self.draft.place

    @property
    def key(self) -> str:
        """What the choices are, and which are right."""
        return key_of(self.fitted.values)


class Planner:
    """Plans one import; every question of the pack is met at most once. `step` is called at each draft."""

    def __init__(self, state: PackState, topics: Topics, step: Callable[[], None] = lambda: None) -> None:
        self._step = step
        self._state = state
        self._topics = topics
        self._names = set(state.names)
        self._met: set[str] = set()
        self._seen: dict[tuple[str, str], _Candidate] = {}
        self._by_external_id = {each.external_id: id_ for id_, each in state.record.items() if each.external_id}
        self._gone = {
            mark: id_ for id_, each in state.record.items() if id_ not in state.questions for mark in _marks(each)
        }
        self._by_stem: dict[str, list[Existing]] = defaultdict(list)
        for existing in state.questions.values():
            self._by_stem[existing.stem].append(existing)

    def plan(self, drafts: Iterable[Draft]) -> list[Planned | Skipped]:
        """What becomes of each draft, in their order."""
        candidates = [self._candidate(draft) for draft in drafts]
        stems = Counter(each.stem for each in candidates if isinstance(each, _Candidate))
        return [
            each if isinstance(each, Skipped) else self._planned(each, alone=stems[each.stem] == 1)
            for each in candidates
        ]

    def _candidate(self, draft: Draft) -> _Candidate | Skipped:
        self._step()
        try:
            found = fitted(draft, self._state.traps)
        except Unfit as unfit:
            return Skipped(place=draft.place, reason=unfit.reason, words=first_words(shown(draft.stem)))
        choices = choices_identity((choice.text for choice in draft.choices), _picture(draft))
        return _Candidate(draft=draft, fitted=found, stem=stem_identity(draft.stem), choices=choices)

    def _planned(self, candidate: _Candidate, *, alone: bool) -> Planned | Skipped:
        earlier = self._seen_before(candidate)
        if earlier is not None:
            if earlier.key == candidate.key and earlier.stem == candidate.stem:
                return _again(candidate, earlier)
            what = "has the id of" if earlier.stem != candidate.stem else "asks the same as"
            reason = f"it {what} {earlier.place} of this import and has another key or text"
            return Skipped(place=candidate.draft.place, reason=reason, words=first_words(shown(candidate.draft.stem)))
        existing = self._existing(candidate, alone=alone)
        if existing is None:
            return self._out_of_reach(candidate) or self._new(candidate)
        self._met.add(existing.id)
        return self._merged(candidate, existing)

    def _seen_before(self, candidate: _Candidate) -> _Candidate | None:
        """The question of this import that this one repeats."""
        keys = [(candidate.stem, candidate.choices)]
        if candidate.draft.external_id:
            keys.append(("", candidate.draft.external_id))
        found = [self._seen[key] for key in keys if key in self._seen]
        for key in keys:
            self._seen.setdefault(key, candidate)
        return next((each for each in found if _related(each.fitted.values, candidate.fitted.values)), None)

    def _existing(self, candidate: _Candidate, *, alone: bool) -> Existing | None:
        """The pack's question that this one is: by external id, else by stem, and by choices where stems repeat."""
        own_id = candidate.draft.external_id
        known = self._state.questions.get(self._by_external_id.get(own_id, "")) if own_id else None
        if known is not None and known.id not in self._met and _related(known.values, candidate.fitted.values):
            return known
        alike = [each for each in self._by_stem[candidate.stem] if self._is_free(each, own_id)]
        exact = [each for each in alike if self._has_choices(each, candidate)]
        if exact:
            return exact[0]
        return alike[0] if alone and len(alike) == 1 and len(self._by_stem[candidate.stem]) == 1 else None

    def _out_of_reach(self, candidate: _Candidate) -> Skipped | None:
        """What was imported before and is not among the pack's questions now: its file has faults, or is gone."""
        marks = _marks(remembered(candidate.fitted.values, candidate.draft.external_id, _picture(candidate.draft)))
        id_ = next((self._gone[mark] for mark in marks if mark in self._gone), None)
        if id_ is None:
            return None
        reason = (
            f"its file {id_}.yaml has faults: mend it first"
            if id_ in self._state.names
            else f"it was deleted from this pack; to have it back, take {id_} out of {RECORD_FILE}"
        )
        return Skipped(place=candidate.draft.place, reason=reason, words=first_words(shown(candidate.draft.stem)))

    def _is_free(self, existing: Existing, external_id: str) -> bool:
        before = self._state.record.get(existing.id, Remembered()).external_id
        return existing.id not in self._met and not (before and external_id and before != external_id)

    def _has_choices(self, existing: Existing, candidate: _Candidate) -> bool:
        before = self._state.record.get(existing.id, Remembered()).fields.get("choices")
        return existing.choices == candidate.choices or before == digest(candidate.key)

    def _new(self, candidate: _Candidate) -> Planned:
        draft = candidate.draft
        words = draft.name or id_words(shown(draft.stem)) or f"q-{candidate.stem[:8]}"
        tries = (words if number == 1 else f"{words}-{number}" for number in range(1, len(self._names) + 2))
        id_ = next(name for name in tries if name not in self._names)
        self._names.add(id_)
        picture = _picture(draft)
        return Planned(
            outcome=Outcome.NEW,
            place=draft.place,
            id=id_,
            topic=self._topics.of(draft),
            values=candidate.fitted.values,
            picture=picture,
            remembered=remembered(candidate.fitted.values, draft.external_id, picture),
            words=draft.topics,
            notes=draft.notes,
        )

    def _merged(self, candidate: _Candidate, existing: Existing) -> Planned:
        draft, theirs = candidate.draft, candidate.fitted.values
        last = self._state.record.get(existing.id, Remembered())
        found = merged(existing.values, theirs, last)
        values, kept = found.values, found.kept
        picture = _picture(draft)
        new_picture = picture if picture is not None and _takes(picture, existing, last) else None
        if new_picture is not None:
            values = values | {"image": theirs["image"]}
        changed = new_picture is not None or not same(values, existing.values)
        if changed:
            values = values | {"draft": any(map(may_wait, faults(values | {"draft": False}, self._state.traps)))}
        stays = (f"{', '.join(kept)}: what the pack says stays, the source has other text",) if kept else ()
        return Planned(
            outcome=Outcome.CHANGED if changed else Outcome.SAME,
            place=draft.place,
            id=existing.id,
            topic=existing.topic,
            values=values,
            picture=new_picture,
            remembered=remembered(theirs, draft.external_id or last.external_id, picture),
            notes=(*stays, *(draft.notes if changed else ())),
        )


def _marks(known: Remembered) -> list[tuple[str, str]]:
    """What a question is known by: any two of its id elsewhere, its stem and its choices."""
    id_, stem, choices = known.external_id, known.fields.get("stem", ""), known.fields.get("choices", "")
    return [("stem " + stem, choices), *([(f"id {id_}", stem), (f"id {id_}", choices)] if id_ else [])]


def _picture(draft: Draft) -> bytes | None:
    return draft.picture.data if draft.picture is not None else None


def _again(candidate: _Candidate, earlier: _Candidate) -> Planned:
    note = f"repeats {earlier.place} of this import"
    return Planned(outcome=Outcome.SAME, place=candidate.draft.place, id="", topic="", values={}, notes=(note,))


def _takes(picture: bytes, existing: Existing, last: Remembered) -> bool:
    """Whether the source's picture is another one, and the pack's is not somebody's own."""
    if picture == existing.picture or last.fields.get("image") == digest(picture.hex()):
        return False
    return existing.picture is None or last.fields.get("image") == digest(existing.picture.hex())


def _related(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two questions of one id can be the same: stems alike, or choices in common that say something."""
    stems = [str(each.get("stem", "")) for each in (one, other)]
    if stems[0] == stems[1] or SequenceMatcher(None, stems[0], stems[1]).ratio() >= _ANOTHER:
        return True
    texts = [{str(choice.get("text", "")).strip() for choice in each.get("choices", [])} for each in (one, other)]
    shared = texts[0] & texts[1]
    return bool(shared) and not keeps_order(sorted(shared))
