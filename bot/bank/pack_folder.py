"""Reads one pack's folder: pack.yaml and, in a folder for each topic, the question files."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from bot.bank.disk import entries, is_folder, is_there, text_of, within
from bot.bank.form import filled, no_fields
from bot.bank.model import PackForm
from bot.bank.problem import Draft, Finding, Problem, quoted
from bot.bank.question_file import read_question
from bot.bank.question_rules import Setting
from bot.bank.yaml_text import YamlText, read
from bot.core.question import Pack, PackId, Question, Topic, TopicId, Trap, TrapId

PACK_FILE = "pack.yaml"
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_ID = 64
_SLUG_REMEDY = f"Rename it to small letters, digits and hyphens, such as kv-cache-growth, at most {_LONGEST_ID}"


@dataclass(slots=True, kw_only=True)
class PackReading:
    """What a pack's folder gave: the questions that are well, the number of files, and all problems."""

    pack: Pack | None = None
    files: int = 0
    questions: dict[str, Question] = field(default_factory=dict)
    seen: dict[str, Path] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)

    def find(self, file: Path, problem: str, remedy: str) -> None:
        """Note something wrong with a file or folder as a whole."""
        self.problems += YamlText().problems(file, [Finding(problem=problem, remedy=remedy)])


def read_pack(folder: Path, content: Path) -> PackReading:
    """Read a pack's folder; its pack is there only if nothing is wrong in it."""
    reading = PackReading()
    form = _pack_form(folder, content, reading)
    for entry in _entries(folder, content, reading):
        if is_folder(entry) and entry.name != PACK_FILE:
            _read_topic(entry, content, form, reading)
        elif entry.suffix in {".yaml", ".yml"} and entry.name != PACK_FILE:
            reading.find(
                entry.relative_to(content), "is not in a topic's folder", "Move it into the folder of its topic"
            )
    if not reading.files:
        reading.find(folder.relative_to(content), "has no questions", "Add <topic>/<question-id>.yaml")
    elif not reading.questions and not reading.problems:
        reading.find(
            folder.relative_to(content), "has drafts alone", f"Complete one, or write complete: false in {PACK_FILE}"
        )
    if form is not None and not reading.problems:
        reading.pack = _pack(form, tuple(reading.questions.values()))
    return reading


def _entries(folder: Path, content: Path, reading: PackReading) -> list[Path]:
    found = entries(folder)
    if isinstance(found, Finding):
        reading.find(folder.relative_to(content), found.problem, found.remedy)
        return []
    return found


def _pack_form(folder: Path, content: Path, reading: PackReading) -> PackForm | None:
    """What pack.yaml says as far as it can be used; None if nothing can be."""
    path = folder / PACK_FILE
    file = path.relative_to(content)
    if not is_there(path):
        reading.find(file, "is missing", f"Write it, with the fields {', '.join(PackForm.model_fields)}")
        return None
    text = text_of(path, content)
    if isinstance(text, Finding):
        reading.problems += YamlText().problems(file, [text])
        return None
    yaml = read(text)
    if not isinstance(yaml.data, dict):
        reading.problems += yaml.problems(file, yaml.findings or [no_fields(yaml, PackForm)])
        return None
    form, faults = filled(PackForm, yaml.data)
    found = [*yaml.findings, *(fault for fault in faults if fault.where not in yaml.unread), *_rules(form, folder)]
    reading.problems += yaml.problems(file, found)
    return form


def _rules(form: PackForm, folder: Path) -> Iterator[Finding]:
    if form.id and form.id != folder.name:
        remedy = f"Write id: {folder.name}, or rename the folder"
        yield Finding(where=("id",), problem=f"is not the folder's name {quoted(folder.name)}", remedy=remedy)
    for name, ids in (("topics", [each.id for each in form.topics]), ("traps", [each.id for each in form.traps])):
        for place, id_ in enumerate(ids):
            if id_ and id_ in ids[:place]:
                problem = f"is used twice: {quoted(id_)}"
                yield Finding(where=(name, place, "id"), problem=problem, remedy="Give each an id of its own")


def _read_topic(folder: Path, content: Path, form: PackForm | None, reading: PackReading) -> None:
    place = folder.relative_to(content)
    if not within(folder, content):
        reading.find(place, "is a link that leads out of the folder", "Put the folder itself here")
        return
    inside = _entries(folder, content, reading)
    files = [entry for entry in inside if entry.suffix in {".yaml", ".yml"}]
    titles = {topic.id: topic.title for topic in form.topics} if form is not None else {}
    if titles and files and folder.name not in titles:
        near = get_close_matches(folder.name, titles, n=1)
        remedy = f"Rename it to {near[0]}" if near else "Add it to the topics there"
        reading.find(place, "is no topic of pack.yaml", f"{remedy}; its topics are {', '.join(titles)}")
    traps = None if form is None else tuple(TrapId(trap.id) for trap in form.traps)
    title, complete = titles.get(folder.name, folder.name), form is None or form.complete
    setting = Setting(topic_title=title, traps=traps, complete=complete)
    for entry in inside:
        if entry in files:
            _read_file(entry, content, setting, reading)
        elif is_folder(entry):
            reading.find(entry.relative_to(content), "is a folder inside a topic", "Move its files up into the topic")


def _read_file(path: Path, content: Path, setting: Setting, reading: PackReading) -> None:
    reading.files += 1
    file = path.relative_to(content)
    if path.suffix == ".yml":
        reading.find(file, "ends in .yml", "Rename it to end in .yaml")
    if not _SLUG.fullmatch(path.stem) or len(path.stem) > _LONGEST_ID:
        reading.find(file, "has a name that cannot be an id", _SLUG_REMEDY)
    if path.stem in reading.seen:
        other = reading.seen[path.stem]
        reading.find(file, f"has the same name as {other}", "Rename one: a question's id is unique in its pack")
    reading.seen.setdefault(path.stem, file)
    found = read_question(path, content=content, setting=setting)
    reading.problems += found.problems
    if found.draft is not None:
        reading.drafts.append(found.draft)
    if found.question is not None:
        reading.questions[found.question.id] = found.question


def _pack(form: PackForm, questions: tuple[Question, ...]) -> Pack:
    return Pack(
        id=PackId(form.id),
        title=form.title,
        exam=form.exam,
        licence=form.licence,
        topics=tuple(Topic(id=TopicId(each.id), title=each.title, weight=each.weight) for each in form.topics),
        traps=tuple(Trap(id=TrapId(each.id), name=each.name, text=each.text) for each in form.traps),
        questions=questions,
    )
