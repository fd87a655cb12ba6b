"""Owing: new rows of the outbox, and the cards that may be seen already, for many postings at once."""

from collections.abc import Collection
from datetime import datetime
from functools import cache

from sqlalchemy import Connection, Select, String, and_, bindparam, cast, literal_column, or_, select

from bot.core.delivery import DeliveryKind, DeliveryState, around_posting, posting_key
from bot.core.posting import ClassroomId, PostingId
from bot.store.columns import UtcDateTime
from bot.store.database import Insert, insert_in
from bot.store.many import among
from bot.store.tables import delivery, posting

OWED = "deliveries owed"
"""Set in `tx.info` by a transaction that owes something new; whoever commits it wakes the courier."""


def owe(tx: Connection, kind: DeliveryKind, about: Collection[PostingId], *, due_at: datetime, part: int = 1) -> None:
    """Owe a message or an edit about each posting; owing one twice is owing it once, a dropped one is due again."""
    if about:
        before, after = around_posting(kind, part)
        own = {"before": before, "after": after, "kind": kind.value, "due_at": due_at, "postings": sorted(about)}
        tx.execute(_about_postings(tx.dialect.name), own)
        tx.info[OWED] = True


def owe_note(tx: Connection, which: ClassroomId, *, key: str, person: str, text: str, due_at: datetime) -> None:
    """Owe a person a private line, once for each key."""
    own = {"key": f"note:{which}:{key}", "kind": DeliveryKind.NOTE.value, "state": DeliveryState.DUE.value}
    to = {"classroom_id": which, "person": person, "text": text, "created_at": due_at, "due_at": due_at}
    tx.execute(insert_in(tx.dialect.name, delivery).values(own | to).on_conflict_do_nothing(index_elements=["key"]))
    tx.info[OWED] = True


def visible_cards(tx: Connection, postings: Collection[PostingId]) -> set[PostingId]:
    """Those of the postings whose card was sent, is being sent, or may have been."""
    keys = sorted(posting_key(DeliveryKind.OPEN, posting) for posting in postings)
    found = tx.execute(_visible(tx.dialect.name), {"keys": keys}).scalars()
    return {PostingId(own) for own in found if own is not None}


@cache
def _about_postings(dialect: str) -> Insert:
    """Made once, as `_visible`: making it costs more than running it."""
    due_at = bindparam("due_at", type_=UtcDateTime)
    own = {
        "key": bindparam("before", type_=String) + cast(posting.c.id, String) + bindparam("after", type_=String),
        "kind": bindparam("kind", type_=String),
        "state": literal_column(f"'{DeliveryState.DUE.value}'"),
        "classroom_id": posting.c.classroom_id,
        "posting_id": posting.c.id,
        "created_at": due_at,
        "due_at": due_at,
    }
    about = select(*own.values()).where(among(dialect, posting.c.id, "postings")).order_by(posting.c.id)
    new = insert_in(dialect, delivery).from_select(list(own), about)
    again = {"state": DeliveryState.DUE.value, "due_at": new.excluded.due_at, "error": "", "failures": 0}
    dropped = delivery.c.state == DeliveryState.DROPPED.value
    return new.on_conflict_do_update(index_elements=["key"], set_=again, where=dropped)


@cache
def _visible(dialect: str) -> Select[int | None]:
    sent = delivery.c.state.in_((DeliveryState.SENDING.value, DeliveryState.SENT.value))
    unsure = and_(delivery.c.state == DeliveryState.DUE.value, delivery.c.in_doubt)
    return select(delivery.c.posting_id).where(among(dialect, delivery.c.key, "keys"), or_(sent, unsure))
