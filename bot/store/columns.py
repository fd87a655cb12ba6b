"""The shapes that columns of all tables share, and the metadata they belong to."""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, Column, DateTime, Dialect, ForeignKey, Integer, MetaData, String, Text, TypeDecorator

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_OFFSET = "+00:00"
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class UtcDateTime(TypeDecorator[datetime]):
    """An aware moment, kept in UTC; a naive one is refused with ValueError.

    SQLite keeps a text. It is written and read in one step, for most of what a group of answers reads are moments.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def bind_processor(self, dialect: Dialect) -> Callable[[datetime | None], Any] | None:
        """How a moment is handed over."""
        return _as_text if dialect.name == "sqlite" else super().bind_processor(dialect)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], datetime | None] | None:
        """How a moment comes back."""
        return _out_of_text if dialect.name == "sqlite" else super().result_processor(dialect, coltype)

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Refuse what has no zone; hand the rest over in UTC."""
        return None if value is None else _in_utc(value)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The same instant in UTC."""
        return None if value is None else value.astimezone(UTC)


def _in_utc(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError(f"{value} has no time zone")
    return value.astimezone(UTC)


def _as_text(value: datetime | None) -> str | None:
    return None if value is None else _in_utc(value).isoformat(" ", "microseconds").removesuffix(_OFFSET)


def _out_of_text(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value + _OFFSET)


class Places(TypeDecorator[tuple[int, ...]]):
    """Numbers in their order, as JSON."""

    impl = JSON
    cache_ok = True

    def process_result_value(self, value: list[int] | None, dialect: Dialect) -> tuple[int, ...] | None:  # noqa: ARG002
        """A tuple, so that a row can be a key."""
        return None if value is None else tuple(value)


class Words(TypeDecorator[str]):
    """What people or programs call things: no database refuses a NUL, half a sign or a long name in it.

    Never for keys, of which two could become one.
    """

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Show a mark for each sign that cannot be stored, and cut what is longer than the column."""
        if value is None or (value.isprintable() and self.length is None):
            return value
        return _UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", value)[: self.length]

    @property
    def length(self) -> int | None:
        """The most characters."""
        most: int | None = getattr(self.impl, "length", None)
        return most


class LongWords(Words):
    """The same without a limit."""

    impl = Text
    cache_ok = True


def own_id() -> Column[int]:
    """A row's own number."""
    return Column("id", Integer, primary_key=True)


def belongs_to(target: str, name: str, **options: Any) -> Column[int]:
    """The row that this one goes away with."""
    return Column(name, ForeignKey(target, ondelete="CASCADE"), nullable=False, **options)


def message_place() -> tuple[Column[str | None], Column[str | None]]:
    """Where a message stands, once it does."""
    return Column("message_channel", String(128)), Column("message_id", String(128))


def moment(name: str, *, nullable: bool = False) -> Column[datetime]:
    """An aware moment."""
    return Column(name, UtcDateTime, nullable=nullable)
