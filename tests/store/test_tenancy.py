"""One bot at a time on a SQLite file."""

from pathlib import Path

import pytest

from bot.store.database import Database
from bot.store.tenancy import sole_tenant
from bot.store.trouble import DatabaseTrouble
from tests.databases import on_postgresql, on_sqlite


@on_sqlite
def test_a_second_bot_on_a_file_is_refused_with_the_reason(database: Database) -> None:
    with sole_tenant(database), pytest.raises(DatabaseTrouble, match=r"Another Trapwise is running on \S+trapwise\.db"):
        sole_tenant(database).__enter__()


@pytest.mark.parametrize("name", ["link.db", "nowhere/../trapwise.db"])
@on_sqlite
def test_a_file_is_the_same_by_every_name(database: Database, tmp_path: Path, name: str) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "trapwise.db")
    other = Database(f"sqlite:///{tmp_path / name}")

    with sole_tenant(database), pytest.raises(DatabaseTrouble, match=r"Another Trapwise is running"):
        sole_tenant(other).__enter__()


@on_sqlite
def test_a_file_of_several_names_is_refused(database: Database, tmp_path: Path) -> None:
    (tmp_path / "other.db").hardlink_to(tmp_path / "trapwise.db")

    with pytest.raises(DatabaseTrouble, match=r"trapwise\.db has several names \(hard links\)\..* keep one"):
        sole_tenant(database).__enter__()


def test_a_link_that_leads_in_a_circle_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to("link.db")

    with pytest.raises(DatabaseTrouble, match=r"link\.db is a link that leads in a circle"):
        sole_tenant(Database(f"sqlite:///{tmp_path / 'link.db'}")).__enter__()


@on_sqlite
def test_the_next_may_come_when_the_first_has_gone(database: Database) -> None:
    with sole_tenant(database):
        pass

    with sole_tenant(database):
        pass


def test_other_files_are_free(tmp_path: Path) -> None:
    one, other = (Database(f"sqlite:///{tmp_path / name}.db") for name in ("one", "other"))

    with sole_tenant(one), sole_tenant(other):
        pass


@on_postgresql
def test_a_server_takes_many(database: Database) -> None:
    with sole_tenant(database), sole_tenant(database):
        pass


@pytest.mark.parametrize("name", ["", "no/such/folder.db"], ids=["a folder", "in no folder"])
def test_what_is_no_file_is_left_to_whoever_opens_it(tmp_path: Path, name: str) -> None:
    with sole_tenant(Database(f"sqlite:///{tmp_path / name}")):
        pass

    assert list(tmp_path.iterdir()) == []
    assert not tmp_path.with_name(f"{tmp_path.name}-lock").exists()
