"""The way up from every earlier revision, with something in every table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from bot.store import schema
from bot.store.database import Database
from tests.databases import Databases
from tests.store.filling import counts, fill

MIGRATIONS = Path(schema.__file__).parent / "migrations"
EARLIER = [step.revision for step in ScriptDirectory(str(MIGRATIONS)).walk_revisions()][1:]


@pytest.fixture
def new(databases: Databases, kind: str, tmp_path: Path) -> Iterator[Database]:
    """A database with nothing in it."""
    with databases.empty(kind, tmp_path) as address:
        opened = Database(address)
        yield opened
        opened.close()


def upgrade_to(database: Database, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.writer.begin() as tx:
        config.attributes["connection"] = tx
        command.upgrade(config, revision)


def test_there_are_earlier_revisions() -> None:
    assert EARLIER[-1] == "0001"


@pytest.mark.parametrize("revision", EARLIER)
def test_a_filled_database_comes_up_with_all_that_is_in_it(new: Database, revision: str) -> None:
    upgrade_to(new, revision)
    with new.writer.begin() as tx:
        before = fill(tx)
    assert set(before.values()) == {1}

    schema.upgrade(new)

    schema.check(new)
    with new.reader.begin() as tx:
        after = counts(tx)
    assert {name: after[name] for name in before} == before


def test_a_filled_database_of_this_revision_is_left_as_it_is(database: Database) -> None:
    with database.writer.begin() as tx:
        before = fill(tx)

    schema.upgrade(database)

    with database.reader.begin() as tx:
        assert counts(tx) == before
