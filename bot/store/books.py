"""What classrooms were asked so far, for many at once: a slice of them is opened with a handful of statements."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cache

from sqlalchemy import Connection, Select, case, select

from bot.core.picking import Asked
from bot.core.posting import ClassroomId, Posting, PostingId, PostingState
from bot.core.question import QuestionId, TopicId
from bot.core.timetable import Slot
from bot.store.database import insert
from bot.store.many import among
from bot.store.postings import Record, as_posting, asked
from bot.store.tables import LIVE, posting, question, question_revision


@dataclass(slots=True, kw_only=True)
class Book:
    """A classroom's questions, oldest first, the number that its next one gets, and those that take answers.

    These are the newest first, each with the question that it asks.
    """

    history: list[Asked] = field(default_factory=list)
    next_number: int = 1
    live: list[tuple[Posting, QuestionId]] = field(default_factory=list)


def books_of(tx: Connection, classrooms: Collection[ClassroomId]) -> dict[ClassroomId, Book]:
    """The book of each; nobody else closes their open postings until the transaction ends."""
    books = {which: Book() for which in classrooms}
    rows = tx.execute(_numbered(tx.dialect.name), {"classrooms": sorted(classrooms)}).all()
    names = _names(tx, {revision for _, _, revision, _ in rows})
    for which, number, revision, _ in rows:
        book = books[ClassroomId(which)]
        book.history.append(names[revision])
        book.next_number = number + 1
    for held in hold_live(tx, [PostingId(live) for *_, live in rows if live is not None]):
        books[held.classroom].live.insert(0, (held, names[held.revision].question))
    return books


def hold_live(tx: Connection, ids: Collection[PostingId]) -> list[Posting]:
    """Those of the postings that take answers, by classroom and number; nobody else closes them meanwhile."""
    return [as_posting(row) for row in tx.execute(_live(tx.dialect.name), {"ids": sorted(ids)})] if ids else []


def add_skipped(tx: Connection, skipped: Iterable[tuple[ClassroomId, Slot, str]]) -> None:
    """Record for each that the classroom's slot passed without a question, and why."""
    rows = [
        {
            "classroom_id": which,
            "day": slot.day,
            "state": PostingState.SKIPPED.value,
            "arrangement": [],
            "due_at": slot.at,
            "closes_at": slot.at,
            "note": note,
        }
        for which, slot, note in skipped
    ]
    if rows:
        tx.execute(insert(tx, posting).on_conflict_do_nothing(), rows)


def _names(tx: Connection, revisions: Collection[int]) -> dict[int, Asked]:
    rows = tx.execute(_named(tx.dialect.name), {"revisions": sorted(revisions)}) if revisions else ()
    return {own: Asked(question=QuestionId(slug), topic=TopicId(topic)) for own, slug, topic in rows}


@cache
def _numbered(dialect: str) -> Select[int, int, int, int | None]:
    """Made once, as all of these: making it costs more than running it."""
    live = case((LIVE, posting.c.id))
    return (
        select(posting.c.classroom_id, posting.c.number, posting.c.revision_id, live)
        .where(among(dialect, posting.c.classroom_id, "classrooms"), posting.c.number.is_not(None))
        .order_by(posting.c.classroom_id, posting.c.number)
    )


@cache
def _live(dialect: str) -> Select[Record]:
    live = asked().where(among(dialect, posting.c.id, "ids"), LIVE)
    return live.with_for_update(key_share=True, of=posting)


@cache
def _named(dialect: str) -> Select[int, str, str]:
    return (
        select(question_revision.c.id, question.c.slug, question_revision.c.topic)
        .join(question, question_revision.c.question_id == question.c.id)
        .where(among(dialect, question_revision.c.id, "revisions"))
    )
