"""Opening: due classrooms get their question, late ones within four hours, and what is missed is recorded."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.core.address import MessageAddress
from bot.core.classroom import Classroom, ClassroomState
from bot.core.errors import NothingThere
from bot.core.picking import arrange, pick, stock_of
from bot.core.posting import LONGEST_OPEN, Posting, PostingId, PostingState
from bot.core.question import Pack, TopicId
from bot.core.timetable import local
from bot.store import books, classrooms, packs, postings, weeks
from bot.store.books import Book
from bot.tutor.choosing import nothing_to_ask
from bot.tutor.halving import in_halves
from bot.tutor.taking import ask, take_slots
from bot.tutor.telling import tell

SLICE = 200
"""Classrooms opened in one transaction: others get through to the database between two."""


def claim_due(tx: Connection, now: datetime) -> int:
    """Open every classroom of a slice whose slot has come; returns how many there were."""
    due = classrooms.due_classrooms(tx, now, most=SLICE)
    if due:
        in_halves(tx, due, lambda some: take_slots(tx, some, now), lambda one, error: _give_up(tx, one, error, now))
    return len(due)


def settle_due(tx: Connection, classroom: Classroom, now: datetime) -> Classroom:
    """The classroom as it is now, once the slots that are due already are taken: changes look only forward."""
    current = classrooms.hold_classroom(tx, classroom.id) or classroom
    if current.state is ClassroomState.ACTIVE and current.next_slot is not None and current.next_slot.at <= now:
        take_slots(tx, [current], now)
    return classrooms.get_classroom(tx, classroom.id) or classroom


def ask_extra(
    tx: Connection, classroom: Classroom, *, topic: TopicId | None, minutes: int | None, now: datetime
) -> Posting:
    """Ask a question beside whatever is open; it closes after its minutes, else with the next scheduled opening.

    Raises:
        NothingThere: the pack has no question for it.
    """
    classroom = settle_due(tx, classroom, now)
    pack, revisions = packs.load_current(tx, classroom.pack)
    topics = (topic,) if topic else weeks.topics_on(tx, classroom.id, local(now, classroom.timetable.zone).date())
    book = books.books_of(tx, [classroom.id])[classroom.id]
    slot, left = f"extra {book.next_number}", _without_open_ones(pack, book) if pack else None
    question = pick(left, seed=classroom.seed, slot=slot, history=book.history, topics=topics) if left else None
    if question is None:
        raise NothingThere(_nothing_left(pack, topics))
    extra = Posting(
        id=PostingId(0),
        classroom=classroom.id,
        number=book.next_number,
        day=None,
        state=PostingState.CLAIMED,
        revision=revisions[question.id],
        order=arrange(question, seed=classroom.seed, slot=slot),
        due_at=now,
        closes_at=_extra_closes_at(classroom, minutes, now),
        until_next=minutes is None,
    )
    return replace(extra, id=ask(tx, [extra], now)[0])


def confirm(tx: Connection, posting: PostingId, message: MessageAddress, now: datetime) -> None:
    """The card is visible: keep its address and call the posting open."""
    postings.mark_opened(tx, posting, at=now, message=message)


def _give_up(tx: Connection, classroom: Classroom, error: Exception, now: datetime) -> None:
    classrooms.pause(tx, classroom.id)
    told = f"The classroom is paused, because its question could not be opened: {error!r}"
    tell(tx, classroom, told, key=f"broken:{now.isoformat()}", now=now)


def _extra_closes_at(classroom: Classroom, minutes: int | None, now: datetime) -> datetime:
    if minutes is not None:
        return now + timedelta(minutes=minutes)
    upcoming = classroom.next_slot
    longest = now + LONGEST_OPEN
    return min(longest, upcoming.at) if upcoming is not None and upcoming.at > now else longest


def _nothing_left(pack: Pack | None, topics: tuple[TopicId, ...]) -> str:
    """Why no question can be asked beside those that are open."""
    if pack is not None and stock_of(pack, topics).questions:
        about = f" on {', '.join(topics)}" if topics else ""
        return f"Every question that the pack has{about} is open already. /classroom close ends one."
    return nothing_to_ask(pack, topics, remedy="Choose another topic.")


def _without_open_ones(pack: Pack, book: Book) -> Pack:
    """The pack without questions that are open now: an early reveal of one would tell the key of the other."""
    live = {asked for _, asked in book.live}
    return replace(pack, questions=tuple(question for question in pack.questions if question.id not in live))
