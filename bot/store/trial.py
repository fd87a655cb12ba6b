"""A trial of writing, all of which is taken back: what a bot may do is known before one does it."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, delete, false, insert, select, text, update

from bot.store.database import Database
from bot.store.slack_tables import slack_installation
from bot.store.tables import workspace

_NOBODY = {"platform": "none", "external_id": "a trial"}


def try_writing(database: Database) -> None:
    """Write a row, and none into every table, for rights are given by the table; no lock is held for longer than one.

    Raises:
        DBAPIError: the database does not take it.
    """
    with _taken_back(database) as tx:
        tx.execute(insert(workspace).values(_NOBODY))
    for table in slack_installation.metadata.sorted_tables:  # of which both files of tables are a part
        with _taken_back(database) as tx:
            tx.execute(insert(table).from_select(table.c.keys(), select(table).where(false())))
            tx.execute(update(table).where(false()).values({column: column for column in table.primary_key}))
            tx.execute(delete(table).where(false()))


def try_making_tables(database: Database) -> None:
    """Make a table, as bringing the database to this version's would.

    Raises:
        DBAPIError: the database does not take it.
    """
    with _taken_back(database) as tx:
        tx.execute(text("CREATE TABLE trapwise_trial (number INTEGER)"))


@contextmanager
def _taken_back(database: Database) -> Iterator[Connection]:
    with database.writer.connect() as tx, tx.begin() as trial:
        yield tx
        trial.rollback()
