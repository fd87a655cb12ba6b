"""Owing: new rows of the outbox, and the cards that may be seen already, for many postings at once."""

from collections.abc import Collection
from datetime import datetime
from functools import cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Select, and_, or_, select

from bot.core.delivery import DeliveryKind, DeliveryState, posting_key
from bot.core.posting import ClassroomId, PostingId
from bot.store.database import Insert, insert_in
from bot.store.many import among
from bot.store.tables import delivery


def row(key: str, kind: DeliveryKind, which: ClassroomId, due_at: datetime, **others: object) -> dict[str, Any]:
    """A delivery that is owed from that moment on; `others` are its posting, or its person and text."""
    own = {"key": key, "kind": kind.value, "state": DeliveryState.DUE.value, "classroom_id": which}
    return {**own, "created_at": due_at, "due_at": due_at, "posting_id": None, "person": "", "text": "", **others}


def add(tx: Connection, rows: list[dict[str, Any]]) -> None:
    """Store them; what is there stays as it is, unless it was dropped and is no note."""
    if rows:
        tx.execute(_adding(tx.dialect.name), sorted(rows, key=itemgetter("key")))


def visible_cards(tx: Connection, postings: Collection[PostingId]) -> set[PostingId]:
    """Those of the postings whose card was sent, is being sent, or may have been."""
    keys = sorted(posting_key(DeliveryKind.OPEN, posting) for posting in postings)
    found = tx.execute(_visible(tx.dialect.name), {"keys": keys}).scalars()
    return {PostingId(own) for own in found if own is not None}


@cache
def _adding(dialect: str) -> Insert:
    """Made once, as `_visible`: making it costs more than running it."""
    new = insert_in(dialect, delivery)
    again = {"state": DeliveryState.DUE.value, "due_at": new.excluded.due_at, "error": "", "failures": 0}
    dropped = delivery.c.state == DeliveryState.DROPPED.value, delivery.c.kind != DeliveryKind.NOTE.value
    return new.on_conflict_do_update(index_elements=["key"], set_=again, where=and_(*dropped))


@cache
def _visible(dialect: str) -> Select[int | None]:
    sent = delivery.c.state.in_((DeliveryState.SENDING.value, DeliveryState.SENT.value))
    unsure = and_(delivery.c.state == DeliveryState.DUE.value, delivery.c.in_doubt)
    return select(delivery.c.posting_id).where(among(dialect, delivery.c.key, "keys"), or_(sent, unsure))
