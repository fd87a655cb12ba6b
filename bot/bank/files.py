"""Content folders: all packs of one, everything that is wrong in one, and the pictures beside the questions."""

from pathlib import Path

from bot.bank.disk import entries, is_folder, within
from bot.bank.pack_folder import PACK_FILE, PackReading, read_pack
from bot.bank.problem import BankError, Finding, Report
from bot.bank.yaml_text import YamlText
from bot.core.errors import NothingThere
from bot.core.question import Pack, Picture


def load(content: Path) -> tuple[Pack, ...]:
    """All packs of a content folder; raises BankError with every problem if anything is wrong."""
    packs, report = _read(content)
    if report.problems:
        raise BankError(report.problems)
    return packs


def check(content: Path) -> Report:
    """Every problem of a content folder, by file and line; whatever the folder holds, nothing is raised."""
    return _read(content)[1]


def picture_path(content: Path, picture: Picture) -> Path:
    """The picture's file; raises NothingThere if there is none or it would lie outside its pack."""
    pack = content / picture.pack
    path = pack / picture.file
    inside = within(pack, content) and pack.resolve() != content.resolve() and within(path, pack)
    if not inside or not path.is_file():
        raise NothingThere(f"The picture {picture.file} of {picture.pack} is not there")
    return path.resolve()


def _read(content: Path) -> tuple[tuple[Pack, ...], Report]:
    top = PackReading()
    here = Path()
    folders = _folders(content, top)
    readings = []
    for folder in folders:
        if within(folder, content):
            readings.append(read_pack(folder, content))
        else:
            top.find(
                folder.relative_to(content), "is a link that leads out of the folder", "Put the folder itself here"
            )
    if not folders and not top.problems:
        top.find(here, "holds no pack", f"Add a folder for the pack, with a {PACK_FILE}, to {content}")
    problems = sorted(problem for reading in [top, *readings] for problem in reading.problems)
    packs = tuple(reading.pack for reading in readings if reading.pack is not None)
    files = sum(reading.files for reading in readings)
    drafts = tuple(sorted(draft for reading in readings for draft in reading.drafts))
    return packs, Report(problems=tuple(problems), packs=len(readings), questions=files, drafts=drafts)


def _folders(content: Path, top: PackReading) -> list[Path]:
    """The folders of the packs."""
    if not is_folder(content):
        top.find(Path(), f"is no folder: {content}", "Name a folder that holds a folder for each pack")
        return []
    found = entries(content)
    if isinstance(found, Finding):
        top.problems += YamlText().problems(Path(), [found])
        return []
    if PACK_FILE in {entry.name for entry in found}:
        remedy = "Name the folder above: it holds a folder for each pack"
        top.find(Path(PACK_FILE), "lies in the content folder itself", remedy)
        return []
    return [entry for entry in found if is_folder(entry)]
