"""Closing: a posting stops taking answers, its card shows the split, and the reveal goes into its thread."""

from datetime import datetime

from sqlalchemy import Connection

from bot.cards.parts import parts
from bot.cards.question import reveal_card
from bot.core.classroom import Classroom
from bot.core.delivery import DeliveryKind
from bot.core.errors import Clash, NothingThere
from bot.core.posting import Posting, PostingId, PostingState
from bot.store import deliveries, postings
from bot.tutor.asking import asked_question
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
    if postings.mark_closed(tx, posting.id, at=now):
        owe_what_is_left(tx, posting.id, now)


def owe_what_is_left(tx: Connection, which: PostingId, now: datetime) -> None:
    """Where the card of an ended posting may be visible, owe the edit that says so, and after a close the reveal."""
    posting = postings.get_posting(tx, which)
    if posting is None or posting.takes_answers or not deliveries.card_may_be_visible(tx, which):
        return
    if posting.state is PostingState.VOID:
        deliveries.owe(tx, DeliveryKind.VOID, posting, due_at=now)
    else:
        deliveries.owe(tx, DeliveryKind.CLOSE, posting, due_at=now)
        for part, _ in enumerate(parts(reveal_card(asked_question(tx, posting))), start=1):
            deliveries.owe(tx, DeliveryKind.REVEAL, posting, due_at=now, part=part)


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
        NothingThere: no posting has that number.
        Clash: it was taken back before.
    """
    posting = postings.posting_numbered(tx, classroom.id, number)
    if posting is None:
        raise NothingThere(f"There is no question #{number} to take back.")
    if posting.state is PostingState.VOID:
        raise Clash(f"Question #{number} was taken back already.")
    postings.mark_void(tx, posting.id, at=now)
    owe_what_is_left(tx, posting.id, now)
    recount(tx, classroom.id)
    return posting
