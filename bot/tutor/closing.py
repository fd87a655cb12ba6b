"""Closing: a posting stops taking answers, its card shows the split, and the reveal goes into its thread."""

from datetime import datetime

from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.core.delivery import DeliveryKind
from bot.core.errors import NothingThere
from bot.core.posting import Posting, PostingState
from bot.store import deliveries, postings
from bot.tutor.recounting import recount

_BATCH = 500


def close_due(tx: Connection, now: datetime) -> int:
    """Close every posting whose planned close has come; returns how many there were."""
    due = postings.due_to_close(tx, now, most=_BATCH)
    for posting in due:
        close(tx, posting, now)
    return len(due)


def close(tx: Connection, posting: Posting, now: datetime) -> None:
    """Close one posting; where its card may be visible, owe the edit and the reveal."""
    if not postings.mark_closed(tx, posting.id, at=now):
        return
    if deliveries.card_may_be_visible(tx, posting.id):
        deliveries.owe(tx, DeliveryKind.CLOSE, posting, due_at=now)
        deliveries.owe(tx, DeliveryKind.REVEAL, posting, due_at=now)


def close_now(tx: Connection, classroom: Classroom, number: int | None, now: datetime) -> Posting:
    """Close the posting of that number, or the newest open one, ahead of its time.

    Raises:
        NothingThere: nothing is open, or not that one.
    """
    live = postings.open_postings(tx, classroom.id)
    chosen = next((posting for posting in live if number in {None, posting.number}), None)
    if chosen is None and number is None:
        raise NothingThere("No question is open.", example="/classroom ask")
    if chosen is None:
        open_ones = ", ".join(f"#{posting.number}" for posting in live) or "none"
        raise NothingThere(f"Question #{number} is not open; open: {open_ones}.")
    close(tx, chosen, now)
    return chosen


def void(tx: Connection, classroom: Classroom, number: int, now: datetime) -> Posting:
    """Take a question back: it counts for nobody, and breaks no streak; who answered in time keeps theirs.

    Raises:
        NothingThere: no posting has that number, or it was taken back before.
    """
    posting = postings.posting_numbered(tx, classroom.id, number)
    if posting is None or posting.state is PostingState.VOID:
        raise NothingThere(f"There is no question #{number} to take back.")
    postings.mark_void(tx, posting.id, at=now)
    if deliveries.card_may_be_visible(tx, posting.id):
        deliveries.owe(tx, DeliveryKind.VOID, posting, due_at=now)
    recount(tx, classroom.id)
    return posting
