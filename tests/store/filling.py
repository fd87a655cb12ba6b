"""A row for every table of a database, whatever revision its tables are of."""

from datetime import UTC, date, datetime, time
from typing import Any

from sqlalchemy import Connection, MetaData, Table, func, insert, select, types

_MOMENT = datetime(2026, 11, 30, 9, tzinfo=UTC)
_VALUES: tuple[tuple[type[types.TypeEngine[Any]], object], ...] = (
    (types.Boolean, True),
    (types.Integer, 1),
    (types.Float, 1.0),
    (types.String, "1"),
    (types.DateTime, _MOMENT),
    (types.Date, date(2026, 11, 30)),
    (types.Time, time(9)),
    (types.JSON, [0]),
    (types.LargeBinary, b"1"),
)
"""Ones everywhere, so that every row belongs to the one row of the table that it points at."""


def tables_in(tx: Connection) -> list[Table]:
    """The tables that are there but for Alembic's, those that others point at first."""
    found = MetaData()
    found.reflect(tx)
    return [table for table in found.sorted_tables if table.name != "alembic_version"]


def fill(tx: Connection) -> dict[str, int]:
    """Put a row into every table; returns how many each has."""
    for table in tables_in(tx):
        tx.execute(insert(table).values({column.name: _value(column.type) for column in table.columns}))
    return counts(tx)


def counts(tx: Connection) -> dict[str, int]:
    return {table.name: tx.execute(select(func.count()).select_from(table)).scalar_one() for table in tables_in(tx)}


def _value(kind: types.TypeEngine[Any]) -> object:
    return next(value for known, value in _VALUES if isinstance(kind, known))
