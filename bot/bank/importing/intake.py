"""One import from beginning to end, in steps between which people can be asked: read, plan, write."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from bot.bank.image_file import kind_of
from bot.bank.importing.draft import Draft, NotABank, Other, Remark, Skipped
from bot.bank.importing.encoding import Unreadable
from bot.bank.importing.formats.catalogue import format_of
from bot.bank.importing.pack_file import Origin, pack_text, title_of
from bot.bank.importing.pack_state import PackState
from bot.bank.importing.planning import Outcome, Planned, Planner
from bot.bank.importing.record import RECORD_FILE, record_text
from bot.bank.importing.report import FileReport, ImportReport
from bot.bank.importing.source import Source, opened
from bot.bank.importing.topics import Topics
from bot.bank.importing.writing import write_pack
from bot.bank.pack_folder import PACK_FILE
from bot.bank.question_yaml import question_yaml

MOST_QUESTIONS = 10_000
"""The most questions that one file is read for."""
_ENDINGS = {"PNG": "png", "JPEG": "jpg", "GIF": "gif", "WebP": "webp"}


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReading:
    """What one file holds, or why it is refused."""

    name: str
    format: str = ""
    drafts: tuple[Draft, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    others: tuple[tuple[str, int], ...] = ()
    remarks: tuple[str, ...] = ()
    refusal: str = ""


def read_file(
    path: Path,
    *,
    named: str = "",
    encoding: str = "",
    counting: int | None = None,
    step: Callable[[], None] = lambda: None,
) -> FileReading:
    """Everything in a file; `step` is called at each question, `counting` says where numbers of keys begin."""
    try:
        return _read(replace(opened(path), encoding=encoding, counting=counting), named, step)
    except (NotABank, Unreadable) as error:
        return FileReading(name=path.name, refusal=error.message)


def _read(source: Source, named: str, step: Callable[[], None]) -> FileReading:
    form = format_of(source, named)
    drafts, skipped, others, remarks = [], [], Counter[str](), list(source.remarks)
    for number, each in enumerate(form.read(source), 1):
        step()
        if number > MOST_QUESTIONS:
            raise NotABank(f"It holds more than {MOST_QUESTIONS:,} questions: split it.")
        match each:
            case Draft():
                drafts.append(each)
            case Skipped():
                skipped.append(each)
            case Other():
                others[each.kind] += 1
            case Remark():
                remarks.append(each.text)
    if not drafts and not skipped and not others:
        raise NotABank(f"It was read as {form.name}, and no question was found in it.")
    return FileReading(
        name=source.name,
        format=form.name,
        drafts=tuple(drafts),
        skipped=tuple(skipped),
        others=tuple(sorted(others.items())),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def plan(
    state: PackState, readings: Iterable[FileReading], topics: Topics, step: Callable[[], None] = lambda: None
) -> ImportReport:
    """What will become of every question; nothing is written. `step` is called at each question."""
    readings = tuple(readings)
    planner = Planner(state, topics, step)
    several = len(readings) > 1
    found = iter(
        planner.plan(
            replace(draft, file=reading.name) if several else draft for reading in readings for draft in reading.drafts
        )
    )
    files = []
    for reading in readings:
        mine = [next(found) for _ in reading.drafts]
        files.append(
            FileReport(
                name=reading.name,
                format=reading.format,
                planned=tuple(each for each in mine if isinstance(each, Planned)),
                skipped=(*reading.skipped, *(each for each in mine if isinstance(each, Skipped))),
                others=reading.others,
                remarks=reading.remarks,
                refusal=reading.refusal,
            )
        )
    return ImportReport(pack=state.folder.name, files=tuple(files))


def write(state: PackState, report: ImportReport, *, origin: Origin, content: Path) -> bool:
    """Put what is new or changed into the pack, all at once; returns whether anything was.

    Raises:
        PackChanged: it is no longer as it was when it was read.
        TutorError: the pack cannot be written or added to; it is as it was.
    """
    moved = [each for each in report.planned if each.outcome is not Outcome.SAME]
    topics = {each.topic: title_of(each.topic) for each in moved}
    names = ", ".join(file.name for file in report.files if file.planned)
    pack = pack_text(state, topics, origin, names)
    if not moved and (pack == state.text or not state.text):
        return False
    record = state.record | {each.id: each.remembered for each in report.planned if each.id and each.remembered}
    files = {PACK_FILE: pack.encode(), RECORD_FILE: record_text(record).encode()}
    schema = (content / "schema.json").is_file()
    for each in moved:
        files |= _files(each, schema=schema)
    write_pack(state.folder, files, before=state.fingerprint)
    return True


def _files(planned: Planned, *, schema: bool) -> dict[str, bytes]:
    values = planned.values
    files = {}
    if planned.picture is not None:
        name = f"{planned.id}.{_ENDINGS[kind_of(planned.picture) or 'PNG']}"
        values = values | {"image": values["image"] | {"file": name}}
        files[f"{planned.topic}/{name}"] = planned.picture
    return {f"{planned.topic}/{planned.id}.yaml": question_yaml(values, schema=schema).encode(), **files}
