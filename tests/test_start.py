"""The start over a database: a server is waited for, and tables are made or have to be there."""

import asyncio
import os
import signal
import socket
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from bot.app.patience import patiently
from bot.app.school import open_desk
from bot.store.database import Database
from bot.store.schema import require_tables, upgrade
from bot.store.trouble import DatabaseAway, DatabaseTrouble
from tests.bank.folders import a_folder
from tests.doorman import Doorman
from tests.fakes.leaping_loop import leaping
from tests.shell import Shell
from tests.test_run_discord import TOKEN


async def waited(database: Database) -> float:
    """How long it was waited for, in vain."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    with pytest.raises(DatabaseAway, match=r"postgresql://me:\*\*\*@127\.0\.0\.1:\d+/x cannot be"):
        await patiently(upgrade, database)
    return loop.time() - began


@pytest.mark.parametrize("said", ["", "57P03 the database system is starting up", "53300 sorry, too many clients"])
def test_a_server_that_is_not_ready_is_waited_for_about_a_minute(said: str) -> None:
    with Doorman(said) as doorman, capture_logs() as logged:
        seconds = leaping(waited(Database(doorman.url)))

    assert 50 < seconds < 70
    assert {line["event"] for line in logged} == {"database_not_ready"}
    assert sum(line["retry_in"] for line in logged) == pytest.approx(seconds)


@pytest.mark.parametrize(
    "said",
    [
        '28P01 password authentication failed for user "me"',
        '28000 no pg_hba.conf entry for host "127.0.0.1"',
        '3D000 database "x" does not exist',
    ],
)
async def test_a_server_that_will_never_let_us_in_is_not_waited_for(said: str) -> None:
    with Doorman(said) as doorman, capture_logs() as logged, pytest.raises(DatabaseTrouble, match=said[6:]):
        await patiently(upgrade, Database(doorman.url))

    assert logged == []


def test_bringing_the_tables_by_hand_waits_for_the_server_until_it_is_interrupted(shell: Shell) -> None:
    with Doorman("57P03 the database system is starting up", then=interrupt_us) as doorman:
        told = shell("db", "upgrade", "--database", doorman.url)

    assert (told.code, told.err) == (130, "")


def interrupt_us() -> None:
    """As Ctrl-C would."""
    os.kill(os.getpid(), signal.SIGINT)


def test_a_server_that_comes_is_used_at_once(database: Database) -> None:
    absent = [True, True]

    def prepare(_database: Database) -> None:
        if absent:
            absent.pop()
            raise DatabaseAway("It is not there.")

    leaping(patiently(prepare, database))

    assert absent == []


async def test_a_server_that_says_nothing_is_named(database: Database) -> None:
    def prepare(_database: Database) -> None:
        end = time.monotonic() + 10
        while not logged and time.monotonic() < end:
            time.sleep(0.001)

    with capture_logs() as logged:
        await patiently(prepare, database, silence=0)

    assert [line["event"] for line in logged] == ["database_does_not_answer"]


@pytest.mark.parametrize("revision", ["", "9999"], ids=["this version's", "a newer one's"])
async def test_without_migrating_it_starts_where_all_tables_are(database: Database, revision: str) -> None:
    with database.writer.begin() as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = :name WHERE :name <> ''"), {"name": revision})

    async with AsyncExitStack() as stack:
        desk = await open_desk(stack, database, migrates=False)

        assert desk.stores


def test_without_migrating_it_changes_nothing_and_says_what_does(database: Database) -> None:
    with database.writer.begin() as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = '0001'"))

    with pytest.raises(DatabaseTrouble, match=r"is not up to date\.") as refused:
        require_tables(database)

    assert refused.value.example == "trapwise db upgrade"


@pytest.mark.parametrize("words", [("demo", "--port", "PORT"), ("run",)], ids=["demo", "run"])
def test_the_command_line_starts_without_migrating_if_that_is_asked(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("TRAPWISE_DISCORD__TOKEN", TOKEN)
    monkeypatch.setenv("TRAPWISE_CONTENT", str(a_folder(tmp_path / "content")))

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        monkeypatch.setenv("TRAPWISE_HTTP__PORT", port)
        told = shell(*(word.replace("PORT", port) for word in words), "--no-migrate")

    assert (told.code, told.out) == (2, "")
    assert told.err == "trapwise.db is not up to date. For example: trapwise db upgrade\n"


@pytest.mark.parametrize("address", ["postgres://db/x", "://", "x" * 300])
def test_a_bot_whose_database_cannot_be_meant_is_one_clear_line(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("TRAPWISE_DISCORD__TOKEN", TOKEN)
    monkeypatch.setenv("TRAPWISE_CONTENT", str(a_folder(tmp_path / "content")))
    monkeypatch.setenv("TRAPWISE_DATABASE_URL", address)

    told = shell("run")

    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)


def test_a_desk_at_work_is_watched(database: Database) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            desk = await open_desk(stack, database)
            desk.under_way[0] = time.monotonic() - 60
            await asyncio.sleep(2)

    with capture_logs() as logged:
        leaping(story())

    assert [line["event"] for line in logged] == ["database_does_not_answer"]
