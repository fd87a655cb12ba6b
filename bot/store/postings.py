"""Postings: every question that a classroom asked, and the slots that it had to skip."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, literal, select, update
from sqlalchemy.sql.dml import ReturningInsert, Update

from bot.core.address import MessageAddress
from bot.core.delivery import LEASE
from bot.core.picking import Asked
from bot.core.posting import ClassroomId, Posting, PostingId, PostingState
from bot.core.question import QuestionId, RevisionId, TopicId
from bot.core.timetable import Slot
from bot.store.columns import UtcDateTime
from bot.store.database import insert, insert_in
from bot.store.many import among
from bot.store.tables import LIVE, posting, question, question_revision

Record = tuple[Any, ...]
_NO_END = 2**31 - 1
_STORED = tuple(column for column in posting.c if column.name not in {"note", "edit_lease_until"})


def add_postings(tx: Connection, values: Iterable[Posting]) -> list[PostingId]:
    """Store new postings; their ids are not used, the new ones are returned.

    One whose classroom has a posting for its date is left out.

    Raises:
        IntegrityError: another worker took a number meanwhile.
    """
    rows = [
        {
            "classroom_id": value.classroom,
            "number": value.number,
            "day": value.day,
            "state": value.state.value,
            "revision_id": value.revision,
            "arrangement": list(value.order),
            "due_at": value.due_at,
            "closes_at": value.closes_at,
            "until_next": value.until_next,
        }
        for value in values
    ]
    return [PostingId(own) for own in tx.execute(_once_a_date(tx.dialect.name), rows).scalars()] if rows else []


def add_skipped(tx: Connection, skipped: Iterable[tuple[ClassroomId, Slot, str]]) -> None:
    """Record for each that the classroom's slot passed without a question, and why."""
    own = {"state": PostingState.SKIPPED.value, "arrangement": []}
    rows = [
        {**own, "classroom_id": which, "day": slot.day, "due_at": slot.at, "closes_at": slot.at, "note": note}
        for which, slot, note in skipped
    ]
    if rows:
        tx.execute(insert(tx, posting).on_conflict_do_nothing(), rows)


def skipped_since(tx: Connection, which: ClassroomId, since: datetime) -> tuple[tuple[date, str], ...]:
    """Dates skipped since the moment, and why, oldest first."""
    query = (
        select(posting.c.day, posting.c.note)
        .where(posting.c.classroom_id == which, posting.c.state == PostingState.SKIPPED.value)
        .where(posting.c.due_at >= since)
        .order_by(posting.c.day)
    )
    return tuple((row.day, row.note) for row in tx.execute(query))


def last_day(tx: Connection, which: ClassroomId) -> date | None:
    """The last date that has its scheduled posting or was skipped."""
    last: date | None = tx.execute(select(func.max(posting.c.day)).where(posting.c.classroom_id == which)).scalar_one()
    return last


def get_posting(tx: Connection, which: PostingId) -> Posting | None:
    """The posting, or None; skipped slots are none."""
    return next(iter(_load(tx, asked().where(posting.c.id == which))), None)


def posting_numbered(tx: Connection, which: ClassroomId, number: int) -> Posting | None:
    """The posting with that number, or None."""
    query = asked().where(posting.c.classroom_id == which, posting.c.number == number)
    return next(iter(_load(tx, query)), None)


def open_postings(tx: Connection, which: ClassroomId) -> tuple[Posting, ...]:
    """Postings that take answers, the newest first."""
    return tuple(reversed(_load(tx, asked().where(posting.c.classroom_id == which, LIVE))))


def hold_live(tx: Connection, ids: Collection[PostingId]) -> list[Posting]:
    """Those of the postings that take answers, by classroom and number; nobody else closes them meanwhile."""
    return [as_posting(row) for row in tx.execute(_live(tx.dialect.name), {"ids": sorted(ids)})] if ids else []


def due_to_close(tx: Connection, now: datetime, *, most: int) -> tuple[Posting, ...]:
    """Postings whose planned close has come, locked for this transaction."""
    due = asked().where(LIVE, posting.c.closes_at <= now)
    query = due.order_by(None).order_by(posting.c.closes_at, posting.c.id).limit(most)
    return tuple(_load(tx, query.with_for_update(skip_locked=True, key_share=True)))


def next_close(tx: Connection) -> datetime | None:
    """When the next posting closes."""
    query = select(posting.c.closes_at).where(LIVE).order_by(posting.c.closes_at).limit(1)
    return tx.execute(query).scalar_one_or_none()


def scheduled_between(
    tx: Connection, classrooms: Iterable[ClassroomId], *, after: int = 0, before: int | None = None
) -> dict[ClassroomId, list[Posting]]:
    """Numbered scheduled postings in order, by classroom; `after` and `before` are numbers, both left out."""
    wanted = sorted(set(classrooms))
    found: dict[ClassroomId, list[Posting]] = {which: [] for which in wanted}
    if before is not None and before <= after + 1:
        return found
    bounds = {"wanted": wanted, "after": after, "before": _NO_END if before is None else before}
    for row in tx.execute(_between(tx.dialect.name), bounds):
        found[ClassroomId(row.classroom_id)].append(as_posting(row))
    return found


def scheduled_before(tx: Connection, value: Posting) -> Posting | None:
    """The scheduled posting before this one in its classroom."""
    earlier = posting.c.classroom_id == value.classroom, posting.c.number < value.number, posting.c.day.is_not(None)
    query = select(*_STORED).where(*earlier).order_by(posting.c.number.desc()).limit(1)
    return next(iter(_load(tx, query)), None)


def void_numbers(tx: Connection, which: ClassroomId) -> frozenset[int]:
    """The numbers of void postings of either kind."""
    void = posting.c.classroom_id == which, posting.c.state == PostingState.VOID.value, posting.c.number.is_not(None)
    return frozenset(tx.execute(select(posting.c.number).where(*void)).scalars())


def history_of(tx: Connection, which: ClassroomId) -> list[Asked]:
    """Every question the classroom was asked, oldest first."""
    query = (
        select(question.c.slug, question_revision.c.topic)
        .select_from(posting)
        .join(question_revision, posting.c.revision_id == question_revision.c.id)
        .join(question, question_revision.c.question_id == question.c.id)
        .where(posting.c.classroom_id == which)
        .order_by(posting.c.number)
    )
    return [Asked(question=QuestionId(row.slug), topic=TopicId(row.topic)) for row in tx.execute(query)]


def mark_opened(tx: Connection, which: PostingId, *, at: datetime, message: MessageAddress) -> None:
    """Store where the card stands; a posting that was closed meanwhile stays closed and was never open."""
    address = {"message_channel": message.channel, "message_id": message.message}
    tx.execute(update(posting).where(posting.c.id == which).values(address))
    claimed = posting.c.id == which, posting.c.state == PostingState.CLAIMED.value
    tx.execute(update(posting).where(*claimed).values(state=PostingState.OPEN.value, opened_at=at))


def mark_closed(tx: Connection, *which: PostingId, at: datetime) -> int:
    """Close those of the postings that take answers; returns how many do."""
    return tx.execute(_closing(tx.dialect.name), {"which": sorted(which), "at": at}).rowcount


def mark_void(tx: Connection, which: PostingId, *, at: datetime) -> None:
    """Take a posting back, once nobody answers it any more who did not know."""
    tx.execute(select(posting.c.id).where(posting.c.id == which).with_for_update())
    ended = func.coalesce(posting.c.closed_at, literal(at, UtcDateTime))
    tx.execute(update(posting).where(posting.c.id == which).values(state=PostingState.VOID.value, closed_at=ended))


def take_edit_lease(tx: Connection, which: PostingId, *, now: datetime, until: datetime) -> bool:
    """Become the only one who edits the posting's message until then; False while somebody else is.

    A hold of somebody whose clock is a little ahead is one; see `LEASE` for what is none.
    """
    held = posting.c.edit_lease_until
    free = held.is_(None) | (held <= now) | (held > until + LEASE)
    taken = tx.execute(update(posting).where(posting.c.id == which, free).values(edit_lease_until=until))
    return taken.rowcount > 0


def release_edit_lease(tx: Connection, which: PostingId, *, until: datetime, shown: int | None = None) -> None:
    """Let others edit the message; `until` is that of the lease taken, `shown` the count there now, if it is known."""
    own = posting.c.id == which, posting.c.edit_lease_until == until
    known = func.coalesce(shown, posting.c.shown_count)
    tx.execute(update(posting).where(*own).values(edit_lease_until=None, shown_count=known))


@cache
def _once_a_date(dialect: str) -> ReturningInsert[int]:
    """Made once, as what follows: making it costs more than running it."""
    once = insert_in(dialect, posting).on_conflict_do_nothing(index_elements=["classroom_id", "day"])
    return once.returning(posting.c.id)


@cache
def _live(dialect: str) -> Select[Record]:
    return asked().where(among(dialect, posting.c.id, "ids"), LIVE).with_for_update(key_share=True, of=posting)


@cache
def _closing(dialect: str) -> Update:
    closed = {"state": PostingState.CLOSED.value, "closed_at": bindparam("at", type_=UtcDateTime)}
    return update(posting).where(among(dialect, posting.c.id, "which"), LIVE).values(closed)


@cache
def _between(dialect: str) -> Select[Record]:
    """Made once, as every query on the way of an answer: making it costs more than running it."""
    return asked().where(
        among(dialect, posting.c.classroom_id, "wanted"),
        posting.c.day.is_not(None),
        posting.c.number > bindparam("after"),
        posting.c.number < bindparam("before"),
    )


def asked() -> Select[Record]:
    """Every posting that has a number, by classroom and number."""
    return select(*_STORED).where(posting.c.number.is_not(None)).order_by(posting.c.classroom_id, posting.c.number)


def _load(tx: Connection, query: Select[Record]) -> list[Posting]:
    return [as_posting(row) for row in tx.execute(query)]


def as_posting(row: Sequence[Any]) -> Posting:
    """The posting in a row of `asked`, taken apart at once: by name the columns would cost more than their values."""
    own, which, number, day, state, revision, order, due, closes, opened, closed, waits, at, message, shown, *_ = row
    return Posting(
        id=PostingId(own),
        classroom=ClassroomId(which),
        number=number,
        day=day,
        state=PostingState(state),
        revision=RevisionId(revision),
        order=order,
        due_at=due,
        closes_at=closes,
        opened_at=opened,
        closed_at=closed,
        message=MessageAddress(channel=at, message=message) if message else None,
        until_next=waits,
        shown_count=shown,
    )
