"""Lists of values in one statement that stays the same however long they are.

A list is one parameter, an array or JSON, so that no statement is put together anew for every number of values.
Rows to write need none of this: SQLAlchemy and the drivers take a list of them and send them together.
"""

from collections.abc import Collection
from typing import Any

from sqlalchemy import JSON, Column, ColumnElement, any_, bindparam, func, literal_column, select, tuple_
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.sql.selectable import TableValuedAlias


def among(dialect: str, column: Column[Any], name: str) -> ColumnElement[bool]:
    """Whether the column is one of the values in the parameter of that name, which is a list."""
    if dialect == "postgresql":
        return column == any_(bindparam(name, type_=ARRAY(column.type)))
    return column.in_(select(_listed(name).c.value))


def one_of(dialect: str, column: Column[Any], values: Collection[Any]) -> ColumnElement[bool]:
    """Whether the column is one of these, for statements that take several such lists or none."""
    if dialect == "postgresql":
        return column == any_(bindparam(None, list(values), type_=ARRAY(column.type), unique=True))
    listed = func.json_each(bindparam(None, list(values), type_=JSON, unique=True)).table_valued("value")
    return column.in_(select(listed.c.value))


def are_pair(dialect: str, first: Column[Any], second: Column[Any]) -> ColumnElement[bool]:
    """Whether the columns are one of the pairs that `pairs` gives as parameters."""
    if dialect == "postgresql":
        given = _given(firsts=first, seconds=second)
        return tuple_(first, second).in_(select(given.c.firsts, given.c.seconds))
    pair = _listed("pairs").c.value
    both = (func.json_extract(pair, literal_column(f"'$[{place}]'")) for place in (0, 1))
    return tuple_(first, second).in_(select(*both))


def pairs(dialect: str, keys: Collection[tuple[Any, Any]]) -> dict[str, list[Any]]:
    """The parameters of `are_pair`."""
    if dialect == "postgresql":
        return {"firsts": [first for first, _ in keys], "seconds": [second for _, second in keys]}
    return {"pairs": [list(pair) for pair in keys]}


def _listed(name: str) -> TableValuedAlias:
    """The values of a list in JSON."""
    return func.json_each(bindparam(name, type_=JSON)).table_valued("value", name=name)


def _given(**columns: Column[Any]) -> TableValuedAlias:
    """The rows of arrays of the columns' types, by the parameters' names."""
    arrays = [bindparam(name, type_=ARRAY(column.type, dimensions=1)) for name, column in columns.items()]
    shapes = [Column(name, column.type) for name, column in columns.items()]
    return func.unnest(*arrays).table_valued(*shapes).render_derived(name="given")
