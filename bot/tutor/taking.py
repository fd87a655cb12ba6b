"""Taking slots: what is too old is skipped and what is due is asked, in many classrooms with a few statements."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.core.delivery import DeliveryKind
from bot.core.picking import TopicWeek, arrange, topics_of
from bot.core.posting import CATCH_UP, Posting, PostingId, PostingState
from bot.core.timetable import Slot, closing_time, next_slot
from bot.store import books, classrooms, owing, postings, weeks
from bot.store.books import Book
from bot.tutor import closing
from bot.tutor.choosing import Shelf, next_question, nothing_to_ask
from bot.tutor.telling import tell


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """A classroom with what is known of it."""

    classroom: Classroom
    weeks: Sequence[TopicWeek]
    book: Book


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taken:
    """What becomes of a classroom: what it asks, what that closes, which slots it had to skip, and the next one."""

    classroom: Classroom
    asks: Posting | None
    closes: Sequence[Posting]
    skipped: Sequence[tuple[Slot, str]]
    following: Slot | None


def take_slots(tx: Connection, due: Sequence[Classroom], now: datetime) -> None:
    """In each classroom skip the slots that are too old, open the one that is not, and plan the next."""
    ids = [classroom.id for classroom in due]
    planned, written, shelf = weeks.weeks_among(tx, ids), books.books_of(tx, ids), Shelf(tx)
    all_known = (_Known(classroom=each, weeks=planned.get(each.id, ()), book=written[each.id]) for each in due)
    taken = [_take(shelf, known, now) for known in all_known]
    closing.close_held(tx, [earlier for each in taken for earlier in each.closes], now)
    postings.add_skipped(tx, [(each.classroom.id, slot, why) for each in taken for slot, why in each.skipped])
    ask(tx, [each.asks for each in taken if each.asks], now)
    classrooms.set_next_slots(tx, {each.classroom.id: each.following for each in taken})
    for each in taken:
        if each.skipped:
            told = " ".join(f"{slot.day.isoformat()}: {why}" for slot, why in each.skipped)
            key = f"skipped:{each.skipped[-1][0].day.isoformat()}"
            tell(tx, each.classroom, f"No question was asked. {told}", key=key, now=now)


def ask(tx: Connection, asked: Sequence[Posting], now: datetime) -> list[PostingId]:
    """Store new postings and owe their cards; returns their ids.

    A date that has its posting gets no second one: that one is left out.
    """
    new = postings.add_postings(tx, asked)
    owing.owe(tx, DeliveryKind.OPEN, new, due_at=now)
    return new


def _take(shelf: Shelf, known: _Known, now: datetime) -> _Taken:
    """Decide; at most one slot is asked, for a posting closes when the next slot comes."""
    table, slot = known.classroom.timetable, known.classroom.next_slot
    asks, skipped = None, []
    while slot is not None and slot.at <= now:
        following = next_slot(table, after=slot.at, past=slot.day)
        closes_at = closing_time(table, slot, following=following)
        outcome = _too_late(slot, closes_at, now) or _choose(shelf, known, slot, closes_at)
        if isinstance(outcome, str):
            skipped.append((slot, outcome))
        else:
            asks = outcome
        slot = following
    posting, closes = asks or (None, ())
    return _Taken(classroom=known.classroom, asks=posting, closes=closes, skipped=skipped, following=slot)


def _too_late(slot: Slot, closes_at: datetime, now: datetime) -> str:
    """Why the slot cannot open any more, or an empty text."""
    if now - slot.at > CATCH_UP:
        return "the bot was not running when it was due, nor in the four hours after."
    if closes_at <= now:
        return "the bot was not running between its opening and its closing time."
    return ""


def _choose(shelf: Shelf, known: _Known, slot: Slot, closes_at: datetime) -> tuple[Posting, Sequence[Posting]] | str:
    """The slot's posting, and the open ones that it closes; else why there is none."""
    classroom, topics = known.classroom, topics_of(known.weeks, slot.day)
    question = next_question(shelf.stock(classroom.pack, topics), classroom, slot, known.book.history)
    if question is None:
        return nothing_to_ask(shelf.pack(classroom.pack), topics)
    posting = Posting(
        id=PostingId(0),
        classroom=classroom.id,
        number=known.book.next_number,
        day=slot.day,
        state=PostingState.CLAIMED,
        revision=shelf.revision(classroom.pack, question.id),
        order=arrange(question, seed=classroom.seed, slot=slot.day.isoformat()),
        due_at=slot.at,
        closes_at=closes_at,
    )
    closes = [
        earlier
        for earlier, asked in known.book.live
        if earlier.scheduled or earlier.until_next or asked == question.id  # one's reveal would tell the other's key
    ]
    return posting, closes
