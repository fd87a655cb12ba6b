"""Requests with something wrong in them, by the thousand: `python -m tests.bench input`."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Protocol

import typer
from rich.console import Console

from tests.bench.places import NAMES, a_database
from tests.hostile.discord_input import a_discord
from tests.hostile.evidence import Evidence
from tests.hostile.slack_input import a_slack
from tests.hostile.web_input import a_page
from tests.platforms.web.content import a_content
from tests.postgres import Server, a_server

_A_ROUND, _STAFFS = 1000, 330
"""Requests of one set-up, and how many of them are staff's."""


class Target(Protocol):
    """A platform's entrance."""

    async def attack(self, count: int, seed: int, *, staff: bool = False) -> Evidence: ...


def bad_input(
    many: Annotated[int, typer.Option(min=_A_ROUND, help="Requests a platform.")] = 20_000,
    seed: Annotated[int, typer.Option(help="Another one makes other requests.")] = 1,
    only: Annotated[str, typer.Option(help="One of slack, discord, web.")] = "",
) -> None:
    """Try what bad input breaks; ends with 1 when it broke something."""
    console, failed = Console(width=120), False
    with TemporaryDirectory() as folder, a_server(Path(folder) / "server") as server:
        for platform in [only] if only else ["slack", "discord", "web"]:
            found = Evidence()
            for turn in range(many // _A_ROUND):
                kind = list(NAMES)[turn % 2]
                with _a_database(kind, server) as url:
                    asyncio.run(_round(platform, url, seed * 1000 + turn, found))
            failed = failed or bool(found.found)
            console.print(
                f"{platform}: {found.sent} sent, {len(found.broken)} broke something, {len(found.stray)} stray answers"
                f", {len(found.changed)} changed what is staff's, {len(found.leaked)} showed another learner's data"
            )
            for text in found.found[:5]:
                console.print(text[:2000], markup=False)
    if failed:
        raise typer.Exit(1)


async def _round(platform: str, url: str, seed: int, found: Evidence) -> None:
    async with _a_target(platform, url, over_http=seed % 4 < 2) as there:
        for staff, many in ((False, _A_ROUND - _STAFFS), (True, _STAFFS)):
            told = await there.attack(many, seed, staff=staff)
            found.sent += told.sent
            found.broken += told.broken
            found.stray += told.stray
            found.changed += told.changed
            found.leaked += told.leaked


@asynccontextmanager
async def _a_target(platform: str, url: str, *, over_http: bool) -> AsyncIterator[Target]:
    if platform == "slack":
        async with a_slack(url, over_http=over_http) as there:
            yield there
    elif platform == "discord":
        async with a_discord(url) as server:
            yield server
    else:
        with TemporaryDirectory() as folder:
            async with a_page(url, a_content(Path(folder) / "content")) as page:
                yield page


@contextmanager
def _a_database(kind: str, server: Server) -> Iterator[str]:
    if kind == "postgresql":
        with server.fresh() as url:
            yield url
    else:
        with a_database(kind) as made:
            yield made.url
