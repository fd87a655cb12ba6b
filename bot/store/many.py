"""Many rows in one statement that stays the same however many there are.

A list is one parameter, an array or JSON, so that no statement is put together anew for every number of values.
To write, SQLite's driver runs a statement for row after row in no time; PostgreSQL's would send each on its own, and
gets one array a column instead.
"""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import JSON, Column, ColumnElement, Connection, Table, any_, bindparam, func, select, tuple_, update
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.sql.dml import Update
from sqlalchemy.sql.selectable import TableValuedAlias

from bot.store.database import Insert, insert_in

Rows = Sequence[dict[str, Any]]


def among(dialect: str, column: Column[Any], name: str) -> ColumnElement[bool]:
    """Whether the column is one of the values in the parameter of that name, which is a list."""
    if dialect == "postgresql":
        return column == any_(bindparam(name, type_=ARRAY(column.type)))
    return column.in_(select(_listed(name).c.value))


def are_pair(dialect: str, first: Column[Any], second: Column[Any]) -> ColumnElement[bool]:
    """Whether the columns are one of the pairs that `pairs` gives as parameters."""
    if dialect == "postgresql":
        given = _given(first.table, (), firsts=first, seconds=second)
        return tuple_(first, second).in_(select(given.c.firsts, given.c.seconds))
    firsts, seconds = _listed("firsts"), _listed("seconds")
    both = select(firsts.c.value, seconds.c.value).join(seconds, firsts.c.key == seconds.c.key)
    return tuple_(first, second).in_(both)


def pairs(keys: Collection[tuple[Any, Any]]) -> dict[str, list[Any]]:
    """The parameters of `are_pair`."""
    return {"firsts": [first for first, _ in keys], "seconds": [second for _, second in keys]}


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


def _listed(name: str) -> TableValuedAlias:
    """The places and the values of a list in JSON."""
    return func.json_each(bindparam(name, type_=JSON)).table_valued("key", "value", name=name)


def _given(table: Table, names: Sequence[str], **others: Column[Any]) -> TableValuedAlias:
    """The rows of the arrays, as a table of that name."""
    columns = {**others, **{name: table.c[name] for name in names}}
    arrays = [bindparam(name, type_=ARRAY(column.type, dimensions=1)) for name, column in columns.items()]
    shapes = [Column(name, column.type) for name, column in columns.items()]
    return func.unnest(*arrays).table_valued(*shapes).render_derived(name="given")
