"""Halving: many at once, and when that fails in ever smaller parts, so that one's trouble stays its own."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

T = TypeVar("T")


def in_halves(
    tx: Connection, items: Sequence[T], take: Callable[[Sequence[T]], None], give_up: Callable[[T, Exception], None]
) -> None:
    """Take all; where that fails nothing of it remains, and each half is taken until who is at fault stands alone.

    Raises:
        SQLAlchemyError: the database is in trouble, not what is stored in it.
    """
    try:
        with tx.begin_nested():
            take(items)
    except Exception as error:
        if isinstance(error, SQLAlchemyError) and not isinstance(error, DataError | IntegrityError):
            raise
        half = len(items) // 2
        if half:
            in_halves(tx, items[:half], take, give_up)
            in_halves(tx, items[half:], take, give_up)
        else:
            give_up(items[0], error)
