"""What tests look up and put in one by one; the bot takes many at once."""

from sqlalchemy import Connection, text

from bot.core.posting import ClassroomId, Posting, PostingId
from bot.core.question import Question, RevisionId
from bot.store import books, postings, revisions


def add_posting(tx: Connection, value: Posting) -> PostingId | None:
    """The new posting's id; None when its classroom has one for that date."""
    return next(iter(postings.add_postings(tx, [value])), None)


def next_number(tx: Connection, which: ClassroomId) -> int:
    """The number that the classroom's next posting gets."""
    return books.books_of(tx, [which])[which].next_number


def load_revision(tx: Connection, revision: RevisionId) -> Question:
    """The question as it stood at that revision."""
    question, _, _ = revisions.load_asked(tx, [revision])[revision]
    return question


def make_marks(tx: Connection) -> None:
    """A table that no flow knows, for tests of the desk alone."""
    tx.execute(text("CREATE TABLE mark (number INTEGER PRIMARY KEY)"))
