import sqlite3
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import IntegrityError

from bot.store.database import Database, insert, upsert
from bot.store.tables import off_day, pack, topic
from tests.builders import MONDAY, a_classroom, a_pack
from tests.databases import on_postgresql, on_sqlite


def add(tx: Connection, name: str) -> None:
    tx.execute(insert(tx, pack).values(id=name, title="A pack", exam="An exam", licence="CC0"))


def add_alone(database: Database, name: str) -> None:
    with database.writer.begin() as tx:
        add(tx, name)


def names(tx: Connection) -> list[str]:
    return list(tx.execute(select(pack.c.id).order_by(pack.c.id)).scalars())


def visible(database: Database) -> list[str]:
    """What a connection of its own sees."""
    with database.reader.begin() as tx:
        return names(tx)


def test_a_group_is_visible_only_after_its_commit(database: Database) -> None:
    with database.writer.begin() as tx:
        add(tx, "first")
        before = visible(database)

    assert before == []
    assert visible(database) == ["first"]


def test_a_released_savepoint_is_not_visible_before_the_commit(database: Database) -> None:
    with database.writer.begin() as tx:
        with tx.begin_nested():
            add(tx, "first")
        before = visible(database)

    assert before == []
    assert visible(database) == ["first"]


def test_a_rollback_takes_everything_with_it(database: Database) -> None:
    with database.writer.connect() as tx:
        group = tx.begin()
        with tx.begin_nested():
            add(tx, "in a savepoint")
        add(tx, "beside it")
        group.rollback()

    assert visible(database) == []


def test_a_savepoint_that_is_rolled_back_leaves_the_rest_of_the_group(database: Database) -> None:
    with database.writer.begin() as tx:
        add(tx, "kept")
        savepoint = tx.begin_nested()
        add(tx, "gone")
        savepoint.rollback()
        add(tx, "kept too")

    assert visible(database) == ["kept", "kept too"]


@on_sqlite
def test_a_second_writer_waits_for_the_first(database: Database) -> None:
    with ThreadPoolExecutor(1) as pool:
        with database.writer.begin() as tx:
            add(tx, "first")
            second = pool.submit(add_alone, database, "second")
            waiting = wait([second], timeout=0.1).not_done
        second.result(timeout=5)

    assert waiting == {second}
    assert visible(database) == ["first", "second"]


@on_sqlite
def test_a_writer_holds_the_lock_before_its_first_write(database: Database) -> None:
    with ThreadPoolExecutor(1) as pool:
        with database.writer.begin() as tx:
            names(tx)
            second = pool.submit(add_alone, database, "second")
            waiting = wait([second], timeout=0.1).not_done
            add(tx, "first")
        second.result(timeout=5)

    assert waiting == {second}
    assert visible(database) == ["first", "second"]


def test_a_new_file_that_somebody_writes_to_is_waited_for(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new.db'}")
    other = sqlite3.connect(tmp_path / "new.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("CREATE TABLE rivals (name TEXT)")

    with ThreadPoolExecutor(1) as pool:
        connecting = pool.submit(database.writer.connect)
        waiting = wait([connecting], timeout=0.1).not_done
        other.execute("COMMIT")
        connecting.result(timeout=5).close()

    assert waiting == {connecting}
    other.close()
    database.close()


def test_a_reader_sees_one_moment_while_others_write(database: Database) -> None:
    with database.reader.begin() as tx:
        before = names(tx)
        add_alone(database, "first")
        after = names(tx)

    assert (before, after) == ([], [])
    assert visible(database) == ["first"]


@on_postgresql
def test_writers_do_not_wait_for_one_another(database: Database) -> None:
    with database.writer.begin() as tx:
        add(tx, "first")
        add_alone(database, "second")

    assert visible(database) == ["first", "second"]


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 10_000)],
)
@pytest.mark.parametrize("which", ["writer", "reader"])
@on_sqlite
def test_every_connection_is_set_up(database: Database, which: str, pragma: str, value: object) -> None:
    engine: Engine = getattr(database, which)

    with engine.begin() as tx:
        found = tx.exec_driver_sql(f"PRAGMA {pragma}").scalar_one()

    assert found == value


def test_a_row_of_nothing_is_refused(tx: Connection) -> None:
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        tx.execute(insert(tx, off_day).values(classroom_id=99, first=MONDAY, last=MONDAY))


def test_a_pack_in_use_cannot_be_deleted(tx: Connection) -> None:
    a_classroom(tx, pack=a_pack(each=1))

    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        tx.execute(pack.delete())


def a_topic(name: str, title: str) -> dict[str, object]:
    return {"pack_id": "one", "id": name, "title": title, "weight": 1.0, "place": 0}


def test_an_upsert_writes_new_rows_and_renews_old_ones(tx: Connection) -> None:
    add(tx, "one")
    upsert(tx, topic, [a_topic("a", "Old"), a_topic("b", "Same")])

    upsert(tx, topic, [a_topic("c", "New"), a_topic("a", "Renewed")])

    rows = tx.execute(select(topic.c.id, topic.c.title).order_by(topic.c.id))
    assert [tuple(row) for row in rows] == [("a", "Renewed"), ("b", "Same"), ("c", "New")]


def test_an_upsert_of_no_rows_does_nothing(tx: Connection) -> None:
    upsert(tx, pack, [])

    assert names(tx) == []


@pytest.mark.parametrize(
    ("url", "shown", "file"),
    [
        ("sqlite:////var/lib/trapwise.db", "/var/lib/trapwise.db", Path("/var/lib/trapwise.db")),
        ("sqlite:///trapwise.db", "trapwise.db", Path("trapwise.db")),
        ("postgresql+psycopg://bot:secret@db/trapwise", "postgresql+psycopg://bot:***@db/trapwise", None),
    ],
)
def test_an_address_is_shown_without_its_password(url: str, shown: str, file: Path | None) -> None:
    database = Database(url)

    assert (database.shown, database.file) == (shown, file)
