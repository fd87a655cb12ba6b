"""Many rows in one statement that stays the same however many there are.

SQLite's driver runs a statement for row after row in no time. PostgreSQL's would send each on its own, and read a
statement with a thousand parameters anew each time: it gets one array a column instead.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Table, any_, bindparam, func, select, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.sql.dml import Update
from sqlalchemy.sql.selectable import TableValuedAlias

from bot.store.database import Insert, insert_in

Rows = Sequence[dict[str, Any]]


def among(dialect: str, column: Column[Any], name: str) -> ColumnElement[bool]:
    """Whether the column is one of the values in the parameter of that name, which is a list."""
    if dialect == "postgresql":
        return column == any_(bindparam(name, type_=ARRAY(column.type)))
    return column.in_(bindparam(name, expanding=True))


def inserting(dialect: str, table: Table, *names: str) -> Insert:
    """An INSERT of these columns, for `run`."""
    statement = insert_in(dialect, table)
    if dialect != "postgresql":
        return statement
    return statement.from_select(list(names), select(*_given(table, names).c))


def updating(dialect: str, table: Table, *names: str) -> Update:
    """An UPDATE of these columns where the id is `which`, for `run`."""
    if dialect != "postgresql":
        return update(table).where(table.c.id == bindparam("which"))
    given = _given(table, names, which=table.c.id)
    return update(table).where(table.c.id == given.c.which).values({name: given.c[name] for name in names})


def run(tx: Connection, statement: Insert | Update, rows: Rows) -> None:
    """Do it with every row; each has all the columns, and no others."""
    if rows:
        tx.execute(statement, parameters(tx, rows))


def parameters(tx: Connection, rows: Rows) -> Any:
    """Rows as such a statement takes them."""
    if tx.dialect.name != "postgresql":
        return rows
    return {name: [row[name] for row in rows] for name in rows[0]}


def _given(table: Table, names: Sequence[str], **others: Column[Any]) -> TableValuedAlias:
    """The rows of the arrays, as a table of that name."""
    columns = {**others, **{name: table.c[name] for name in names}}
    arrays = [bindparam(name, type_=ARRAY(column.type, dimensions=1)) for name, column in columns.items()]
    shapes = [Column(name, column.type) for name, column in columns.items()]
    return func.unnest(*arrays).table_valued(*shapes).render_derived(name="given")
