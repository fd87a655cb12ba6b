"""What classrooms were asked so far, for many at once: a slice of them is opened with a handful of statements."""

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache

from sqlalchemy import Connection, Select, case, select

from bot.core.picking import Asked
from bot.core.posting import ClassroomId, Posting, PostingId
from bot.core.question import QuestionId, TopicId
from bot.store import postings
from bot.store.many import among
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
    for held in postings.hold_live(tx, [PostingId(live) for *_, live in rows if live is not None]):
        books[held.classroom].live.insert(0, (held, names[held.revision].question))
    return books


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
def _named(dialect: str) -> Select[int, str, str]:
    return (
        select(question_revision.c.id, question.c.slug, question_revision.c.topic)
        .join(question, question_revision.c.question_id == question.c.id)
        .where(among(dialect, question_revision.c.id, "revisions"))
    )
