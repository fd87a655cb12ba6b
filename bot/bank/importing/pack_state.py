"""A pack as an import finds it: its pack.yaml, its question files as far as they can be read, and its record."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from bot.bank.disk import data_of, entries, is_folder, is_there, text_of
from bot.bank.form import filled
from bot.bank.importing.fingerprint import fingerprint
from bot.bank.importing.identity import choices_identity, stem_identity
from bot.bank.importing.record import Record, read_record
from bot.bank.model import PackForm
from bot.bank.pack_folder import PACK_FILE
from bot.bank.problem import Finding
from bot.bank.yaml_text import Tree, read
from bot.core.errors import Clash
from bot.core.question import TrapId

UNSORTED = "unsorted"


@dataclass(frozen=True)
class Existing:
    """A question file of the pack."""

    id: str
    topic: str
    values: dict[str, Any]
    picture: bytes | None = None

    @cached_property
    def stem(self) -> str:
        """What its stem is known by."""
        return stem_identity(str(self.values.get("stem", "")))

    @cached_property
    def choices(self) -> str:
        """What its choices and its picture are known by."""
        found = self.values.get("choices", [])
        texts = (str(each.get("text", "")) for each in found if isinstance(each, dict))
        return choices_identity(texts, self.picture)


@dataclass(frozen=True, kw_only=True)
class PackState:
    """What is there before an import; `text` is that of pack.yaml, empty for a pack that will be made.

    `fingerprint` tells whether the folder is still as it was read.
    """

    folder: Path
    fingerprint: str = ""
    text: str = ""
    form: PackForm | None = None
    questions: dict[str, Existing] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    """Every file name in use; those that are not among the questions have faults."""
    record: Record = field(default_factory=dict)

    @property
    def topics(self) -> dict[str, str]:
        """The titles of its topics by id."""
        return {} if self.form is None else {topic.id: topic.title for topic in self.form.topics}

    @property
    def traps(self) -> tuple[TrapId, ...]:
        """The ids of its named traps."""
        return () if self.form is None else tuple(TrapId(trap.id) for trap in self.form.traps)


def pack_state(folder: Path, content: Path) -> PackState:
    """The pack of that folder, or an empty one if there is none.

    Raises:
        Clash: its pack.yaml is missing or broken, or something else has its name.
    """
    before = fingerprint(folder)
    if not is_there(folder):
        return PackState(folder=folder, fingerprint=before)
    if not is_folder(folder):
        raise Clash(f"{folder} is no folder.", example="--into another-name")
    text = text_of(folder / PACK_FILE, content)
    if isinstance(text, Finding):
        raise Clash(f"{folder / PACK_FILE} {text.problem}.", example="trapwise bank check")
    yaml = read(text)
    form, faults = filled(PackForm, yaml.data)
    if yaml.findings or faults:
        raise Clash(f"{folder / PACK_FILE} has faults: mend them first.", example="trapwise bank check")
    files = list(_files(folder))
    found = {path.stem: existing for path in files if (existing := _existing(path, content)) is not None}
    names = frozenset(path.stem for path in files)
    return PackState(
        folder=folder,
        fingerprint=before,
        text=text,
        form=form,
        questions=found,
        names=names,
        record=read_record(folder),
    )


def _files(folder: Path) -> Iterator[Path]:
    for topic in _inside(folder):
        if is_folder(topic):
            yield from (path for path in _inside(topic) if path.suffix in {".yaml", ".yml"})


def _inside(folder: Path) -> list[Path]:
    found = entries(folder)
    if isinstance(found, Finding):
        raise Clash(f"{folder} {found.problem}.")
    return found


def _existing(path: Path, content: Path) -> Existing | None:
    text = text_of(path, content)
    if isinstance(text, Finding):
        return None
    yaml = read(text)
    if yaml.findings or not isinstance(yaml.data, dict):
        return None
    picture = _picture(path, yaml.data, content)
    return Existing(id=path.stem, topic=path.parent.name, values=_typed(yaml.data), picture=picture)


def _picture(path: Path, data: dict[str, Tree], content: Path) -> bytes | None:
    image = data.get("image")
    name = image.get("file") if isinstance(image, dict) else None
    found = data_of(path.parent / name, content) if isinstance(name, str) and name else None
    return found if isinstance(found, bytes) else None


def _typed(data: dict[str, Tree]) -> dict[str, Any]:
    """The values as they are written out again: numbers and truths without quotes."""
    values: dict[str, Any] = dict(data)
    difficulty = str(values.get("difficulty", ""))
    if difficulty in {"1", "2", "3", "4", "5"}:
        values["difficulty"] = int(difficulty)
    choices = values.get("choices")
    for each in [values, *(choices if isinstance(choices, list) else [])]:
        for name in ("draft", "correct"):
            if isinstance(each, dict) and str(each.get(name, "")).strip().lower() == "true":
                each[name] = True
    return values
