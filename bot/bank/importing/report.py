"""What came of an import, as the lines that are printed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.bank.importing.draft import Skipped
from bot.bank.importing.pack_state import UNSORTED
from bot.bank.importing.planning import Outcome, Planned
from bot.bank.importing.topics import telling_word
from bot.bank.problem import harmless


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReport:
    """What came of one file; `refusal` says why it is no bank."""

    name: str
    format: str = ""
    planned: tuple[Planned, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    others: tuple[tuple[str, int], ...] = ()
    remarks: tuple[str, ...] = ()
    refusal: str = ""

    def lines(self) -> Iterator[str]:
        """The file in one line, then a row for every question that was skipped or is worth a note."""
        if self.refusal:
            yield f"{self.name}: refused. {self.refusal}"
            return
        yield f"{self.name}: {self.format}"
        yield from (f"  note: {remark}" for remark in self.remarks)
        for each in self.skipped:
            words = f" “{each.words}”" if each.words else ""
            yield f"  {each.place}: skipped: {each.reason}.{words}"
        for note, places in self._notes().items():
            more = f" and {len(places) - 1} more" if len(places) > 1 else ""
            yield f"  {places[0]}{more}: note: {note}"
        if self.others:
            yield f"  no multiple choice: {', '.join(f'{count} {kind}' for kind, count in self.others)}"

    def _notes(self) -> dict[str, list[str]]:
        """Every note once, with the places that it is about."""
        found: dict[str, list[str]] = {}
        for planned in self.planned:
            for note in dict.fromkeys(planned.notes):
                found.setdefault(note, []).append(planned.place)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What came of all files of one import."""

    pack: str
    files: tuple[FileReport, ...]
    folder: Path | None = None
    """That of the pack, if anything was written there."""

    @property
    def planned(self) -> tuple[Planned, ...]:
        """All questions that are new, changed or the same."""
        return tuple(planned for file in self.files for planned in file.planned)

    @property
    def worked(self) -> bool:
        """Whether at least one question is in the pack now."""
        return bool(self.planned)

    def unsorted_words(self) -> Counter[str]:
        """What the new questions that land in `unsorted` call their topics, and how many do."""
        new = (each for each in self.planned if each.outcome is Outcome.NEW and each.topic == UNSORTED)
        return Counter(filter(None, (telling_word(each.words) for each in new)))

    def lines(self) -> Iterator[str]:
        """The rows of every file, where questions landed, and the sum as the last line."""
        for file in self.files:
            yield from map(harmless, file.lines())
        new = [each for each in self.planned if each.outcome is Outcome.NEW]
        if new:
            landed = Counter(each.topic for each in new)
            yield f"new in {self.pack}: " + ", ".join(f"{topic} {count}" for topic, count in sorted(landed.items()))
        if self.folder is not None:
            yield f"written to {harmless(str(self.folder))}; a bot that is running takes it up when it is started again"
        drafts = sum(bool(each.values.get("draft")) for each in self.planned if each.outcome is not Outcome.SAME)
        if drafts:
            yield f"{drafts} of them are drafts: trapwise bank check says what each still needs"
        yield self.total()

    def total(self) -> str:
        """The last line."""
        counts = Counter(each.outcome for each in self.planned)
        skipped = sum(len(file.skipped) + sum(count for _, count in file.others) for file in self.files)
        parts = ", ".join(f"{counts[outcome]} {outcome}" for outcome in Outcome)
        return f"{len(self.planned) + skipped} read: {parts}, {skipped} skipped"
