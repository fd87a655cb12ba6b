"""The outbox: what the bot owes, who holds it, and what came of it."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, case, func, literal, or_, select, update

from bot.core.address import MessageAddress, Platform
from bot.core.delivery import LEASE, Delivery, DeliveryId, DeliveryKind, DeliveryState, posting_key
from bot.core.posting import ClassroomId, PostingId
from bot.core.shares import Shares
from bot.store import waiting
from bot.store.columns import UtcDateTime
from bot.store.owing import OWED, visible_cards
from bot.store.tables import WAITING, classroom, delivery

_RETRIED_FOR = timedelta(days=7)
"""After so long nobody waits for an edit or a reveal, and there would be more of them every day."""
_FOLLOW_UPS = (DeliveryKind.CLOSE.value, DeliveryKind.REVEAL.value, DeliveryKind.VOID.value)


def put_back_lapsed(
    tx: Connection,
    *,
    now: datetime,
    due_at: datetime,
    platform: Platform,
    busy: Collection[DeliveryId] = (),
) -> list[tuple[str, ClassroomId, PostingId | None]]:
    """Owe again, in doubt and not before that moment, what other workers seem to have let go; keys and whose they are.

    Nothing is claimed by this: until somebody does, the worker that had it may still settle it. `busy` is what the
    caller has under way itself, however long that takes.
    """
    lapsed = waiting.within(platform, busy).where(waiting.lapsed(now))
    lapsed = lapsed.with_for_update(skip_locked=True, key_share=True)
    again = {"state": DeliveryState.DUE.value, "due_at": due_at, "in_doubt": True, "lease_until": None}
    told = delivery.c.key, delivery.c.classroom_id, delivery.c.posting_id
    rows = tx.execute(update(delivery).where(delivery.c.id.in_(lapsed)).values(again).returning(*told))
    return [(row.key, ClassroomId(row.classroom_id), row.posting_id) for row in rows]


def claim_due(tx: Connection, *, now: datetime, shares: Shares, busy: Collection[DeliveryId] = ()) -> list[Delivery]:
    """Take what is due until the lease ends, as far as the shares go; `busy` as above.

    What has failed least comes first, of that the cards of new questions, then the longest due.
    """
    claimed: list[Delivery] = []
    passed_over = True
    while passed_over and shares.left > 0:
        found = waiting.next_due(tx, now, shares, {*busy, *(value.id for value in claimed)})
        taken = [row for row in found if shares.take(waiting.home_of(row), DeliveryKind(row.kind))]
        passed_over = 0 < len(taken) < len(found)
        claimed += [_value(row, lease_until=now + LEASE) for row in taken]
    if claimed:
        values = {"state": DeliveryState.SENDING.value, "lease_until": now + LEASE}
        ours = delivery.c.id.in_([value.id for value in claimed])
        tx.execute(update(delivery).where(ours).values(**values, attempts=delivery.c.attempts + 1))
    return claimed


def hasten(tx: Connection, *, now: datetime, doubtful: datetime) -> None:
    """Let nothing wait any longer that was put off, and what is in doubt not beyond that moment."""
    soon = case((delivery.c.in_doubt, literal(doubtful, UtcDateTime)), else_=literal(now, UtcDateTime))
    waits = delivery.c.state == DeliveryState.DUE.value, delivery.c.due_at > soon
    tx.execute(update(delivery).where(*waits).values(due_at=soon))
    tx.info[OWED] = True


def rest_doubts(tx: Connection, *, until: datetime) -> None:
    """Look for nothing that is in doubt before that moment."""
    doubts = delivery.c.state == DeliveryState.DUE.value, delivery.c.in_doubt, delivery.c.due_at < until
    tx.execute(update(delivery).where(*doubts).values(due_at=until))


def anything_due(tx: Connection, now: datetime) -> bool:
    """Whether there is something to claim, or to take from a worker that let it go."""
    found = select(delivery.c.id).where(WAITING, or_(waiting.due(now), waiting.lapsed(now)))
    return tx.execute(found.limit(1)).first() is not None


def try_in(tx: Connection, claim: Delivery, channel: str) -> bool:
    """Remember in which channel it is tried, so that it is looked for there, wherever its classroom goes.

    Only of one that is nowhere else for certain. False if somebody has claimed it since.
    """
    return tx.execute(update(delivery).where(*_still(claim)).values(message_channel=channel)).rowcount > 0


def mark_sent(tx: Connection, claim: Delivery, message: MessageAddress) -> bool:
    """It is done; this is where its message stands. False if somebody has claimed it since."""
    return _settle(tx, claim, DeliveryState.SENT, error="", message_channel=message.channel, message_id=message.message)


def put_back(tx: Connection, claim: Delivery, *, due_at: datetime, error: str, in_doubt: bool) -> bool:
    """Try again at that moment; in doubt means: look for the message first. False if it was claimed since.

    One in doubt that another worker has put back meanwhile keeps its moment if that is later: their clocks may differ.
    """
    put_back = and_(delivery.c.state == DeliveryState.DUE.value, delivery.c.due_at > due_at, literal(in_doubt))
    later = case((put_back, delivery.c.due_at), else_=literal(due_at, UtcDateTime))
    failures = claim.failures + bool(error)
    return _settle(tx, claim, DeliveryState.DUE, error=error, due_at=later, in_doubt=in_doubt, failures=failures)


def postpone(tx: Connection, claim: Delivery, *, due_at: datetime, in_doubt: bool) -> bool:
    """Try again at that moment, for no fault of its own. False if it was claimed since."""
    return _settle(tx, claim, DeliveryState.DUE, due_at=due_at, in_doubt=in_doubt)


def mark_failed(tx: Connection, claim: Delivery, *, error: str, in_doubt: bool | None = None) -> bool:
    """It cannot be done until somebody acts; the doubt stays unless it is said. False if it was claimed since."""
    doubt = claim.in_doubt if in_doubt is None else in_doubt
    return _settle(tx, claim, DeliveryState.FAILED, error=error, in_doubt=doubt, failures=claim.failures + 1)


def drop(tx: Connection, claim: Delivery, *, reason: str) -> bool:
    """Nobody needs it any more. False if it was claimed since."""
    return _settle(tx, claim, DeliveryState.DROPPED, error=reason)


def revive(tx: Connection, which: ClassroomId, *, now: datetime) -> int:
    """Owe again what failed in a classroom, notes left out, as if for the first time; returns how many there were."""
    return _again(tx, which, delivery.c.kind != DeliveryKind.NOTE.value, due_at=now, failures=0)


def retry_follow_ups(tx: Connection, which: ClassroomId, *, now: datetime) -> int:
    """Owe again the edits and reveals that failed lately in a classroom; what was told of them is not told anew."""
    lately = delivery.c.created_at > now - _RETRIED_FOR
    return _again(tx, which, and_(delivery.c.kind.in_(_FOLLOW_UPS), lately), due_at=now)


def repeat(tx: Connection, kind: DeliveryKind, posting: PostingId, *, now: datetime) -> None:
    """Owe an edit that was sent once more, because another may have overwritten it."""
    done = delivery.c.key == posting_key(kind, posting), delivery.c.state == DeliveryState.SENT.value
    tx.execute(update(delivery).where(*done).values(state=DeliveryState.DUE.value, due_at=now))
    tx.info[OWED] = True


def card_may_be_visible(tx: Connection, posting: PostingId) -> bool:
    """Whether the posting's card was sent, is being sent, or may have been."""
    return bool(visible_cards(tx, [posting]))


def is_settled(tx: Connection, key: str) -> bool:
    """Whether nothing more will come of the delivery with that key: it is sent, dropped, failed, or was never owed."""
    return tx.execute(select(delivery.c.id).where(delivery.c.key == key, WAITING)).first() is None


def troubles_of(tx: Connection, which: ClassroomId) -> list[tuple[str, DeliveryState, str]]:
    """What waits after an error or has failed: key, state and reason, the oldest first."""
    ended = (DeliveryState.SENT.value, DeliveryState.DROPPED.value)
    query = select(delivery.c.key, delivery.c.state, delivery.c.error).where(
        delivery.c.classroom_id == which, delivery.c.error != "", delivery.c.state.not_in(ended)
    )
    return [(row.key, DeliveryState(row.state), row.error) for row in tx.execute(query.order_by(delivery.c.id))]


def count_unsettled(tx: Connection) -> dict[DeliveryState, int]:
    """How many are owed, under way and failed; what has ended well is not counted, for there is no end of it."""
    states = (DeliveryState.DUE, DeliveryState.SENDING, DeliveryState.FAILED)
    # By way of the classrooms, whose index leads past everything that is sent.
    here = select(delivery.c.state, func.count()).join(classroom, classroom.c.id == delivery.c.classroom_id)
    rows = tx.execute(here.where(delivery.c.state.in_([each.value for each in states])).group_by(delivery.c.state))
    return dict.fromkeys(states, 0) | {DeliveryState(state): number for state, number in rows}


def owed_since(tx: Connection) -> datetime | None:
    """Since when the oldest that waits has been owed; None when nothing waits."""
    return tx.execute(select(delivery.c.created_at).where(WAITING).order_by(delivery.c.created_at).limit(1)).scalar()


def overdue_of(tx: Connection, which: ClassroomId, before: datetime) -> list[tuple[str, datetime]]:
    """What was due before that moment and waits without an error: key and moment, the oldest first."""
    query = select(delivery.c.key, delivery.c.due_at).where(
        delivery.c.classroom_id == which, WAITING, waiting.READY, delivery.c.error == "", delivery.c.due_at < before
    )
    return [(row.key, row.due_at) for row in tx.execute(query.order_by(delivery.c.id))]


def take_unread_notes(tx: Connection, which: ClassroomId) -> list[str]:
    """Notes that reached nobody, each handed out once."""
    unread = (
        delivery.c.classroom_id == which,
        delivery.c.kind == DeliveryKind.NOTE.value,
        delivery.c.state == DeliveryState.FAILED.value,
    )
    rows = tx.execute(select(delivery.c.id, delivery.c.text).where(*unread).order_by(delivery.c.id)).all()
    shown = {"state": DeliveryState.DROPPED.value, "error": "shown with a command's answer"}
    tx.execute(update(delivery).where(delivery.c.id.in_([row.id for row in rows])).values(shown))
    return [row.text for row in rows]


def _again(tx: Connection, which: ClassroomId, kinds: ColumnElement[bool], **values: object) -> int:
    failed = delivery.c.classroom_id == which, delivery.c.state == DeliveryState.FAILED.value, kinds
    tx.info[OWED] = True
    return tx.execute(update(delivery).where(*failed).values(state=DeliveryState.DUE.value, **values)).rowcount


def _settle(tx: Connection, claim: Delivery, state: DeliveryState, **values: object) -> bool:
    done = update(delivery).where(*_still(claim)).values(state=state.value, lease_until=None, **values)
    return tx.execute(done).rowcount > 0


def _still(claim: Delivery) -> tuple[ColumnElement[bool], ...]:
    """That nobody has claimed it since, though somebody may have put it back."""
    unsettled = delivery.c.state.in_((DeliveryState.SENDING.value, DeliveryState.DUE.value))
    return delivery.c.id == claim.id, delivery.c.attempts == claim.attempts, unsettled


def _value(row: Row[tuple[Any, ...]], *, lease_until: datetime) -> Delivery:
    return Delivery(
        id=DeliveryId(row.id),
        key=row.key,
        kind=DeliveryKind(row.kind),
        classroom=ClassroomId(row.classroom_id),
        posting=None if row.posting_id is None else PostingId(row.posting_id),
        person=row.person,
        text=row.text,
        created_at=row.created_at,
        attempts=row.attempts + 1,
        failures=row.failures,
        error=row.error,
        tried_in=row.message_channel or "",
        lease_until=lease_until,
        in_doubt=row.in_doubt,
    )
