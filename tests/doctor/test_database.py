from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.doctor.database import database_findings, is_usable
from bot.doctor.finding import Level
from bot.store.database import Database
from bot.store.tenancy import sole_tenant
from tests.databases import Databases, on_postgresql, on_sqlite


@pytest.fixture
def empty(databases: Databases, kind: str, tmp_path: Path) -> Iterator[Database]:
    with databases.empty(kind, tmp_path) as address:
        opened = Database(address)
        yield opened
        opened.close()


def seen(database: Database) -> list[str]:
    return [str(finding) for finding in database_findings(database)]


def at_revision(database: Database, name: str) -> None:
    with database.writer.begin() as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = :name"), {"name": name})


@on_sqlite
def test_a_file_that_is_well_is_whole_current_and_free(database: Database) -> None:
    assert seen(database) == [
        f"ok       database: {database.shown} is whole",
        "ok       database: no bot is running on it",
        f"ok       database: {database.shown} has the tables of this version",
    ]
    assert is_usable(database)


@on_sqlite
def test_a_bot_at_work_on_the_file_is_told(database: Database) -> None:
    with sole_tenant(database):
        assert "ok       database: a bot is running on it" in seen(database)

    assert "ok       database: no bot is running on it" in seen(database)


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    missing = Database(f"sqlite:///{tmp_path / 'missing.db'}")

    told = seen(missing)

    assert told[0].startswith("warning  database: there is no ")
    assert not (tmp_path / "missing.db").exists()


def test_a_folder_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    (told,) = database_findings(Database(f"sqlite:///{tmp_path / 'none' / 'trapwise.db'}"))

    assert (told.level, told.remedy) == (Level.FAULT, "Make it, or name another file.")


def test_a_file_of_another_kind_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Sir or Madam, " * 100)
    other = Database(f"sqlite:///{tmp_path / 'letter.txt'}")

    told = seen(other)
    other.close()

    assert [line.startswith("fault    database: ") for line in told] == [True]


@on_sqlite
def test_a_damaged_file_is_a_fault(database: Database) -> None:
    database.close()
    assert database.file is not None
    whole = database.file.read_bytes()
    database.file.write_bytes(whole[:8192] + bytes(8192) + whole[16384:])

    assert any(line.startswith("fault    database: ") for line in seen(database))


@on_postgresql
def test_a_server_that_is_well_agrees_on_the_time(database: Database) -> None:
    told = seen(database)

    assert told[0] == "ok       database: the clock agrees with ours to 0 s"
    assert told[1].endswith("has the tables of this version")
    assert len(told) == 2


def test_a_server_that_is_away_is_a_fault(unused_tcp_port: int) -> None:
    told = seen(Database(f"postgresql+psycopg://me:hunter2@127.0.0.1:{unused_tcp_port}/trapwise"))

    assert told[0].startswith("fault    database: postgresql+psycopg://me:***@127.0.0.1")
    assert "hunter2" not in told[0]


def test_one_without_tables_is_brought_there_by_the_bot(empty: Database) -> None:
    if empty.file is not None:
        empty.file.touch()

    *_, told = seen(empty)

    assert told.startswith("warning  database: ")
    assert "has not the tables of this version. trapwise run brings it there" in told
    assert not is_usable(empty)


def test_one_of_a_newer_version_is_a_fault(database: Database) -> None:
    at_revision(database, "9999")

    *_, told = seen(database)

    assert told.startswith(Level.FAULT)
    assert told.endswith("belongs to a newer version of Trapwise. Update the program.")
    assert not is_usable(database)
