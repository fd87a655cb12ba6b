"""The command line: `trapwise --help` lists it."""

import asyncio
import io
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from sqlalchemy.exc import DBAPIError

from bot import bank_verbs, console, logs
from bot.app.patience import patiently
from bot.cards.blocks import Form
from bot.cards.classroom import forecast_card
from bot.cards.plain import plain, plain_form
from bot.cards.trouble import error_line
from bot.commands.catalogue import Catalogue
from bot.commands.command import Root
from bot.commands.dispatch import run_for_staff
from bot.commands.reading import read_arguments
from bot.console import counted
from bot.core.classroom import Classroom, ClassroomState
from bot.core.errors import TutorError
from bot.doctor.finding import Level
from bot.metrics import Metrics
from bot.settings import LogFormat, Settings, read_settings
from bot.store import classrooms
from bot.store.schema import open_database, upgrade
from bot.store.trouble import reason
from bot.tutor.classroom import the_pack
from bot.tutor.forecasting import forecast
from bot.tutor.recounting import recount

cli = typer.Typer(
    help="A daily exam question in chat, with the reason for every choice.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
db = typer.Typer(help="Look after the database.", no_args_is_help=True)
cli.add_typer(bank_verbs.verbs, name="bank")
cli.add_typer(db, name="db")

_WHERE = "A file or an address; else TRAPWISE_DATABASE_URL, else ./trapwise.db."
DatabaseOption = Annotated[str, typer.Option("--database", help=_WHERE)]
ClassroomOption = Annotated[
    int | None, typer.Option("--classroom", help="Its number, as /classroom show tells; needless where there is one.")
]
MigrateOption = Annotated[
    bool,
    typer.Option(
        "--migrate/--no-migrate", help="Bring the database to this version's tables; else they have to be there."
    ),
]
ChannelOption = Annotated[
    str,
    typer.Option("--channel", help="For a new classroom: platform:workspace:channel, such as web:demo:quiz-lounge."),
]


def main() -> None:
    """The program."""
    logs.begin(sys.stderr)
    logs.take_all()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # A terminal without our signs shows question marks.
    run()


def run(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; what people can put right is one line on stderr and exit code 2."""
    try:
        cli(arguments)
    except TutorError as error:
        _end(_as_typed_here(error_line(error)))
    except DBAPIError as error:
        _end(f"The database does not do what it should ({reason(error)}). trapwise doctor looks into it.")


def _end(told: str) -> NoReturn:
    typer.echo(logs.Blotter().blotted(" ".join(told.split())), err=True)
    sys.exit(2)


@cli.command()
def demo(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free one.")] = 8477,
    database: Annotated[Path, typer.Option(help="Where the demo is kept.")] = Path("trapwise.db"),
    migrate: MigrateOption = True,
) -> None:
    """Try the tutor on a chat page of its own, without any account or network."""
    with suppress(KeyboardInterrupt):
        asyncio.run(_demo(port, f"sqlite:///{database}", read_settings(), migrate))


async def _demo(port: int, database_url: str, settings: Settings, migrates: bool) -> None:
    from bot.app.demo import demo as build  # noqa: PLC0415 - only the demo needs a web server

    content, metrics = settings.content_folder, _logging(settings)
    demo = build(database_url=database_url, content=content, port=port, metrics=metrics, migrates=migrates)
    async with demo as server:
        typer.echo(server.url)
        await server.ended()


@cli.command("run")
def run_bot(migrate: MigrateOption = True) -> None:
    """Run the bot on every platform whose settings are there; `deploy/env.example` lists them."""
    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(_run_bot(read_settings(), migrate))


async def _run_bot(settings: Settings, migrates: bool) -> None:
    from bot.app.run import run, spare_collector  # noqa: PLC0415 - only the bot needs the platforms' libraries
    from bot.app.running import end_at_latest  # noqa: PLC0415 - as above

    async with run(settings, typer.echo, _logging(settings), end_at_latest, migrates=migrates) as running:
        spare_collector()
        await running.ended()


def _logging(settings: Settings) -> Metrics:
    """Metrics that hear of what is logged from now on."""
    metrics, as_json = Metrics(), settings.log.format is LogFormat.JSON
    if settings.log.format is LogFormat.AUTO:
        as_json = not sys.stderr.isatty()
    logs.begin(sys.stderr, level=settings.log.level, as_json=as_json, secrets=settings.secrets, count=metrics.trouble)
    return metrics


@cli.command()
def doctor(database: DatabaseOption = "") -> None:
    """Look at settings, database, tokens, permissions, clocks and what comes; exit code 1 if something is wrong."""
    if asyncio.run(_doctor(read_settings(), console.url(database))):
        raise typer.Exit(1)


async def _doctor(settings: Settings, database_url: str) -> int:
    from bot.app.doctor import examine  # noqa: PLC0415 - as above

    logs.begin(sys.stderr, secrets=settings.secrets)
    colours = {Level.OK: "green", Level.WARNING: "yellow", Level.FAULT: "red"}
    seen, blotter = Counter[Level](), logs.Blotter(settings.secrets)
    async for finding in examine(settings, database_url):
        seen[finding.level] += 1
        line = blotter.blotted(str(finding)).removeprefix(finding.level)
        typer.echo(typer.style(finding.level, colours[finding.level]) + line)
    typer.echo(", ".join([counted(seen[Level.FAULT], "fault"), counted(seen[Level.WARNING], "warning")]))
    return seen[Level.FAULT]


@cli.command("sync-commands")
def sync_commands(guild: Annotated[int | None, typer.Option(help="One server alone, for a trial.")] = None) -> None:
    """Tell Discord which commands there are: once, and after an update that changes them."""
    from bot.app.discord import sync_commands as tell  # noqa: PLC0415 - as above

    typer.echo(asyncio.run(tell(read_settings(), guild)))


@cli.command()
def invite() -> None:
    """Print the link by which a server takes the bot in."""
    from bot.app.discord import invite as link  # noqa: PLC0415 - as above

    typer.echo(asyncio.run(link(read_settings())))


@cli.command()
def classroom(
    verb: Annotated[
        str, typer.Argument(help="What /classroom takes: show, setup, week …; help lists them, nothing the classrooms.")
    ] = "",
    arguments: Annotated[list[str] | None, typer.Argument(metavar="[NAME=VALUE]…")] = None,
    which: ClassroomOption = None,
    channel: ChannelOption = "",
    database: DatabaseOption = "",
) -> None:
    """Do what /classroom does, for whoever runs the server."""
    catalogue = Catalogue()
    command = catalogue.find(Root.CLASSROOM, verb.casefold())
    given = read_arguments(command, tuple(arguments or ()))
    if command.name == "help":
        typer.echo(_as_typed_here(plain(catalogue.staff_help())))
        return
    with console.transaction(database) as tx:
        if not verb:
            typer.echo("\n".join(map(_listed, classrooms.all_classrooms(tx))) or "There is no classroom yet.")
            return
        address = console.address(channel) if channel else console.chosen(tx, which).address
        answer = run_for_staff(tx, command, console.call(tx, address, console.resolved_in(address, command, given)))
    if isinstance(answer, Form):
        typer.echo(f"{plain_form(answer)}\n\nName what you want: {_as_typed_here(command.usage)}")
    else:
        typer.echo(_as_typed_here(plain(answer)))


@cli.command()
def preview(
    first: Annotated[str, typer.Option("--from", metavar="DATE", help="Year-month-day.")],
    last: Annotated[str, typer.Option("--to", metavar="DATE", help="Year-month-day, included.")],
    which: ClassroomOption = None,
    database: DatabaseOption = "",
) -> None:
    """Print every post a classroom will make between two dates."""
    with console.transaction(database) as tx:
        chosen = console.chosen(tx, which)
        call = console.call(tx, chosen.address, {"from": first, "to": last})
        start, end = console.dates(call)
        found = forecast(tx, chosen, first=start, last=end, now=call.now)
        titles = {topic.id: topic.title for topic in the_pack(tx, chosen).topics}
    card = forecast_card(found, titles, paused=chosen.state is ClassroomState.PAUSED)
    typer.echo(_as_typed_here(plain(card)))


@cli.command("recount")
def recount_standings(which: ClassroomOption = None, database: DatabaseOption = "") -> None:
    """Rebuild the standings of one classroom, or of all, from the stored answers."""
    with console.transaction(database) as tx:
        chosen = [console.chosen(tx, which)] if which is not None else list(classrooms.all_classrooms(tx))
    for each in chosen:
        with console.transaction(database) as tx:
            typer.echo(f"classroom {each.id}: {counted(recount(tx, each.id), 'standing')} rebuilt")
    if not chosen:
        typer.echo("There is no classroom yet.")


@db.command("upgrade")
def db_upgrade(database: DatabaseOption = "") -> None:
    """Bring the database to the tables of this version."""
    opened = open_database(console.url(database))
    try:
        asyncio.run(patiently(upgrade, opened))
    finally:
        opened.close()
    typer.echo(f"{opened.shown} is up to date")


def _listed(value: Classroom) -> str:
    there = value.address.workspace
    return f"{value.id}  {there.platform}:{there.external_id}:{value.address.channel}  {value.state}"


def _as_typed_here(text: str) -> str:
    return text.replace("/classroom", "trapwise classroom")
