"""An import as the command line runs it: what is asked on a terminal, and nowhere else, and how far it has come."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from bot.bank.importing.answer_key import COUNTING_UNKNOWN
from bot.bank.importing.formats.catalogue import format_names
from bot.bank.importing.identity import id_words
from bot.bank.importing.intake import FileReading, plan, read_file, write
from bot.bank.importing.pack_file import UNKNOWN, Origin
from bot.bank.importing.pack_state import UNSORTED, PackState, pack_state
from bot.bank.importing.report import ImportReport
from bot.bank.importing.topics import Topics
from bot.bank.importing.writing import PackChanged, mend
from bot.bank.problem import harmless
from bot.core.errors import BadInput

_BIG = 1_000_000
_MANY = 500
_LONGEST_NAME = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What was typed."""

    files: Sequence[Path]
    into: str
    format: str = ""
    encoding: str = ""
    dry_run: bool = False
    topic: str = ""
    origin: Origin


def import_files(wish: Wish, content: Path) -> ImportReport:
    """Read the files, ask what only people know, and put the questions into the pack.

    Raises:
        TutorError: the pack or a word cannot be used; nothing was changed.
    """
    _look_at(wish)
    folder = content / wish.into
    if not wish.dry_run:
        mend(folder)
    state = pack_state(folder, content)
    asks = not wish.dry_run and sys.stdin.isatty() and sys.stdout.isatty()
    readings = [_reading(path, wish, asks=asks) for path in wish.files]
    report, mapped = _planned(wish, state, readings, {}), dict[str, str]()
    if asks and (words := report.unsorted_words()):
        mapped = _asked_topics(words, state)
        report = _planned(wish, state, readings, mapped)
    origin = _asked_origin(wish.origin, state) if asks and report.worked else wish.origin
    if wish.dry_run:
        return report
    try:
        written = write(state, report, origin=origin, content=content)
    except PackChanged:  # Once more, with the answers already given.
        state = pack_state(folder, content)
        report = _planned(wish, state, readings, mapped)
        written = write(state, report, origin=origin, content=content)
    return replace(report, folder=folder) if written else report


def _planned(wish: Wish, state: PackState, readings: Sequence[FileReading], mapped: Mapping[str, str]) -> ImportReport:
    many = sum(len(reading.drafts) for reading in readings) > _MANY
    topics = Topics(titles=state.topics, fixed=_topic(wish.topic, state), mapped=mapped)
    with _progress(f"Comparing with {wish.into}", shown=many) as step:
        return plan(state, readings, topics, step)


def _look_at(wish: Wish) -> None:
    if not wish.into or wish.into != id_words(wish.into) or len(wish.into) > _LONGEST_NAME:
        raise BadInput(wish.into, "cannot be a pack's name: small letters, digits, hyphens.", example="--into my-bank")
    if wish.format and wish.format not in format_names():
        raise BadInput(wish.format, f"is no format; known are {', '.join(format_names())}.", example="--format gift")
    if wish.encoding and not _is_encoding(wish.encoding):
        raise BadInput(wish.encoding, "is no encoding that is known here.", example="--encoding windows-1251")
    if wish.topic and not id_words(wish.topic):
        raise BadInput(wish.topic, "cannot be a topic's name.", example="--topic cell-biology")


def _is_encoding(name: str) -> bool:
    try:
        "a".encode(name)
    except (LookupError, UnicodeError):
        return False
    return True


def _reading(path: Path, wish: Wish, *, asks: bool) -> FileReading:
    big = path.is_file() and path.stat().st_size > _BIG
    with _progress(f"Reading {path.name}", shown=big) as step:
        reading = read_file(path, named=wish.format, encoding=wish.encoding, step=step)
    unsure = sum(each.reason == COUNTING_UNKNOWN for each in reading.skipped)
    if asks and unsure:
        typer.echo(
            f"{harmless(path.name)}: the keys of {unsure} questions are numbers, and nothing tells where they begin."
        )
        said = typer.prompt("Is the first choice 0 or 1? Press Enter to skip them", default="", show_default=False)
        if said.strip() in {"0", "1"}:
            return read_file(path, named=wish.format, encoding=wish.encoding, counting=int(said))
    return reading


@contextmanager
def _progress(what: str, *, shown: bool) -> Iterator[Callable[[], None]]:
    """A bar that counts questions, on a terminal alone."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("questions"))
    with Progress(*columns, console=console, transient=True, disable=not (shown and console.is_terminal)) as progress:
        task = progress.add_task(what, total=None)
        yield lambda: progress.advance(task)


def _topic(named: str, state: PackState) -> str:
    """The id of the topic meant, by its id or title; a new one's is made of its words."""
    plain = id_words(named)
    by_title = {id_words(title): id_ for id_, title in state.topics.items()}
    return plain if plain in state.topics else by_title.get(plain, plain)


def _asked_topics(words: Counter[str], state: PackState) -> dict[str, str]:
    known = ", ".join(state.topics) or "none yet"
    typer.echo(f"Topics of {state.folder.name}: {known}.")
    typer.echo(f"Name one of them, or a new one, for each category of the files; Enter is {UNSORTED}.")
    return {
        word: _topic(typer.prompt(f"  {harmless(word)} ({count})", default=UNSORTED), state) or UNSORTED
        for word, count in words.most_common()
    }


def _asked_origin(origin: Origin, state: PackState) -> Origin:
    """Licence and source, asked for once: as long as nobody has said where the pack's questions came from."""
    known = state.form.source.strip() if state.form is not None else UNKNOWN
    if (origin.licence and origin.source) or known not in {"", UNKNOWN}:
        return origin
    typer.echo("Whose text is this? Others' questions need a licence that lets you use them; exam dumps have none.")
    licence = origin.licence or typer.prompt("  Licence", default="unknown")
    source = origin.source or typer.prompt("  Source: who wrote it, where it came from", default="not stated")
    return Origin(licence=licence.strip(), source=source.strip())
