"""The verbs of `trapwise bank`: look at packs, bring questions in, take them out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from bot.bank.files import check, load
from bot.bank.lint.bank import lint
from bot.bank.lint.remark import Level
from bot.bank.problem import quoted
from bot.cards.plain import plain
from bot.cards.question import lesson_card, question_card
from bot.console import counted
from bot.core.errors import BadInput, NothingThere
from bot.settings import read_settings

verbs = typer.Typer(help="Look after question packs.", no_args_is_help=True)


@verbs.command("check")
def bank_check(
    folder: Annotated[Path | None, typer.Argument(help="A content folder; the one in use if left out.")] = None,
) -> None:
    """Name everything that is wrong with a content folder, and what drafts need; exit code 1 if anything is wrong."""
    report = check(folder or read_settings().content_folder)
    for problem in report.problems:
        typer.echo(str(problem))
    for draft in report.drafts:
        typer.echo(str(draft))
    found = counted(len(report.problems), "problem") if report.problems else "all is well"
    if report.drafts:
        found += f", {counted(len(report.drafts), 'draft')}"
    typer.echo(f"{counted(report.packs, 'pack')}, {counted(report.questions, 'question')}: {found}")
    if report.problems:
        raise typer.Exit(1)


@verbs.command("lint")
def bank_lint(
    folder: Annotated[Path | None, typer.Argument(help="A content folder; the one in use if left out.")] = None,
) -> None:
    """Say what makes questions easy to guess or hard to trust; exit code 1 if there is an error."""
    report = lint(load(folder or read_settings().content_folder))
    for remark in report.remarks:
        typer.echo(str(remark))
    for pack, tricks in report.tricks:
        for trick in tricks:
            typer.echo(
                f"{pack}: {trick.name}: {trick.score:.0%} of {counted(trick.questions, 'question')}, chance is 25%"
            )
    typer.echo(", ".join(f"{level}: {len(report.of(level))}" for level in Level))
    if report.of(Level.ERROR):
        raise typer.Exit(1)


@verbs.command("show")
def bank_show(question: Annotated[str, typer.Argument(metavar="ID", help="The name of its file.")]) -> None:
    """Print one question as people will see it, then what they learn from it."""
    wanted = question.removesuffix(".yaml")
    for pack in load(read_settings().content_folder):
        titles = {topic.id: topic.title for topic in pack.topics}
        for value in pack.questions:
            if value.id == wanted:
                typer.echo(plain(question_card(value, titles[value.topic])) + "\n")
                typer.echo(plain(lesson_card(value, {trap.id: trap.name for trap in pack.traps})))
                return
    raise NothingThere(f"No pack has a question {quoted(wanted)}: its id is the name of its file.")


@verbs.command("import")
def bank_import(
    *,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Banks in any format that is known here.")],
    into: Annotated[str, typer.Option("--into", metavar="PACK", help="The pack's folder name; made if missing.")],
    form: Annotated[
        str, typer.Option("--format", help="What the files are, where their content does not show it.")
    ] = "",
    encoding: Annotated[
        str, typer.Option(help="How the files write text, such as windows-1251, where it is not UTF-8.")
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would come of it; write and ask nothing.")
    ] = False,
    topic: Annotated[str, typer.Option(help="The topic of all of them.")] = "",
    licence: Annotated[str, typer.Option(help="The terms of the questions, for pack.yaml.")] = "",
    source: Annotated[str, typer.Option(help="Whose questions they are, for pack.yaml.")] = "",
) -> None:
    """Bring questions in from other programs; exit code 1 if none is new, changed or the same."""
    from bot import import_dialogue as dialogue  # noqa: PLC0415 - the readers of other formats take time to load
    from bot.bank.importing.pack_file import Origin  # noqa: PLC0415

    origin = Origin(licence=licence.strip(), source=source.strip())
    wish = dialogue.Wish(
        files=files, into=into, format=form, encoding=encoding.strip(), dry_run=dry_run, topic=topic, origin=origin
    )
    report = dialogue.import_files(wish, read_settings().content_folder)
    if dry_run:
        typer.echo("A dry run: nothing is written.")
    for line in report.lines():
        typer.echo(line)
    if not report.worked:
        raise typer.Exit(1)


@verbs.command("export")
def bank_export(
    pack: Annotated[str, typer.Argument(metavar="PACK", help="The name of its folder.")],
    form: Annotated[str, typer.Option("--format", help="yaml, gift or csv.")] = "yaml",
    output: Annotated[Path | None, typer.Option(help="The file to write; else it is printed.")] = None,
) -> None:
    """Write a pack as one file that `bank import` and others can read."""
    from bot.bank import exporting  # noqa: PLC0415 - the readers of other formats take time to load
    from bot.bank.importing.pack_state import pack_state  # noqa: PLC0415

    content = read_settings().content_folder
    if form not in set(exporting.ExportFormat):
        raise BadInput(form, f"is no format; known are {', '.join(exporting.ExportFormat)}.", example="--format gift")
    if Path(pack).name != pack or not (content / pack).is_dir():
        raise NothingThere(f"There is no pack {quoted(pack)} in {content}.")
    chosen, state = exporting.ExportFormat(form), pack_state(content / pack, content)
    parts = exporting.exported(state, chosen)
    if output is None:
        for part in parts:
            typer.echo(part, nl=False)
    else:
        _written(output, parts)
        typer.echo(f"{output}: {counted(len(state.questions), 'question')}")
    if missing := exporting.left_out(state, chosen):
        typer.echo(f"Left out: {counted(missing, 'picture')}. Only yaml takes pictures along.", err=True)


def _written(path: Path, parts: Iterator[str]) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            file.writelines(parts)
    except OSError as error:
        raise BadInput(str(path), f"cannot be written: {error.strerror}.", example="--output bank.gift") from error
