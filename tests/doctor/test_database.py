import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import make_url, text

from bot.doctor.database import database_findings, is_usable
from bot.doctor.finding import Level
from bot.store.database import Database
from bot.store.schema import State, head, state_of
from bot.store.tenancy import sole_tenant
from tests.databases import Databases, on_postgresql, on_sqlite
from tests.store.filling import counts, fill

NOBODY = 65534


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
        f"ok       database: {database.shown} can be written to",
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
    assert told[2].endswith("can be written to")
    assert len(told) == 3


def test_a_server_that_is_away_is_a_fault(unused_tcp_port: int) -> None:
    told = seen(Database(f"postgresql+psycopg://me:hunter2@127.0.0.1:{unused_tcp_port}/trapwise"))

    assert told[0].startswith("fault    database: postgresql+psycopg://me:***@127.0.0.1")
    assert "hunter2" not in told[0]


def test_one_without_tables_is_brought_there_by_the_bot(empty: Database) -> None:
    if empty.file is not None:
        empty.file.touch()

    *_, told, made = seen(empty)

    assert told.startswith("warning  database: ")
    assert "has not the tables of this version. trapwise run brings it there" in told
    assert made.endswith("can be given tables")
    assert state_of(empty) is State.EMPTY
    assert not is_usable(empty)


@on_sqlite
def test_a_file_of_several_names_is_a_fault(database: Database, tmp_path: Path) -> None:
    (tmp_path / "other.db").hardlink_to(tmp_path / "trapwise.db")

    assert (
        f"fault    database: {database.shown} has several names (hard links). Keep one: no bot starts with it."
        in seen(database)
    )


@pytest.fixture
def reader(database: Database) -> Iterator[Database]:
    """The same database as a role sees it that may read it all and write one table."""
    with database.writer.begin() as tx:
        tx.exec_driver_sql("GRANT ALL ON workspace TO pg_read_all_data")
        tx.exec_driver_sql("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO pg_read_all_data")
    role = make_url(database.url).update_query_dict({"options": "-c role=pg_read_all_data"})
    opened = Database(role.render_as_string(hide_password=False))
    yield opened
    opened.close()


@on_postgresql
def test_a_role_that_may_not_write_every_table_is_a_fault(reader: Database) -> None:
    *_, tables, told = seen(reader)

    assert tables.endswith("has the tables of this version")
    assert told.startswith(f"fault    database: {reader.shown} cannot be written to (permission denied for table ")
    assert told.endswith("See what keeps the program's user from that.")


@pytest.fixture
def closed(blank: Path) -> Iterator[Database]:
    """A file that may be read and not be written, beside somebody who has it open; root is nobody for a while."""
    who = os.geteuid()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "trapwise.db"
        shutil.copy(blank, file)
        busy, opened = Database(f"sqlite:///{file}"), Database(f"sqlite:///{file}")
        at_revision(busy, head())
        Path(folder).chmod(0o555)
        for each in Path(folder).iterdir():
            each.chmod(0o444)
        os.seteuid(who or NOBODY)
        yield opened
        os.seteuid(who)
        opened.close()
        busy.close()
        Path(folder).chmod(0o755)


def test_a_file_that_may_only_be_read_is_a_fault(closed: Database) -> None:
    *_, tables, told = seen(closed)

    assert tables.endswith("has the tables of this version")
    assert told == (
        f"fault    database: {closed.shown} cannot be written to (attempt to write a readonly database). "
        "See what keeps the program's user from that."
    )


def test_a_trial_leaves_all_as_it_was(database: Database) -> None:
    with database.writer.begin() as tx:
        before = fill(tx)

    seen(database)

    with database.reader.begin() as tx:
        assert counts(tx) == before


def test_one_of_a_newer_version_is_a_warning_for_it_suits_this_one(database: Database) -> None:
    at_revision(database, "9999")

    *_, told, written = seen(database)

    assert told.startswith(Level.WARNING)
    assert "belongs to a newer version of Trapwise, which suits this one" in told
    assert written.endswith("can be written to")
    assert is_usable(database)


def test_one_of_another_program_is_a_fault(database: Database) -> None:
    at_revision(database, "abc123")

    *_, told = seen(database)

    assert told.startswith(Level.FAULT)
    assert "is none of ours" in told
    assert not is_usable(database)
