"""Closing: a posting stops taking answers, its card shows the split, and the reveal goes into its thread."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from bot.cards.parts import parts
from bot.cards.question import reveal_card
from bot.core.classroom import Classroom
from bot.core.delivery import DeliveryKind
from bot.core.errors import Clash, NothingThere
from bot.core.posting import Posting, PostingId, PostingState
from bot.store import classrooms, owing, postings
from bot.tutor.asking import asked_questions
from bot.tutor.halving import in_halves
from bot.tutor.recounting import recount
from bot.tutor.telling import tell

SLICE = 200
"""Postings closed in one transaction: others get through to the database between two."""


def close_due(tx: Connection, now: datetime) -> int:
    """Close every posting of a slice whose planned close has come; returns how many there were."""
    due = postings.due_to_close(tx, now, most=SLICE)
    if due:
        in_halves(tx, due, lambda some: close_held(tx, some, now), lambda one, error: _give_up(tx, one, error, now))
    return len(due)


def close(tx: Connection, posting: Posting, now: datetime) -> None:
    """Close one posting; where its card may be visible, owe the edit and the reveal."""
    close_held(tx, postings.hold_live(tx, [posting.id]), now)


def close_held(tx: Connection, live: Sequence[Posting], now: datetime) -> None:
    """Close postings that take answers, and that nobody else can close meanwhile, as `close` does each."""
    if live:
        postings.mark_closed(tx, *(posting.id for posting in live), at=now)
        _owe_ends(tx, [replace(posting, state=PostingState.CLOSED, closed_at=now) for posting in live], now)


def owe_what_is_left(tx: Connection, which: PostingId, now: datetime) -> None:
    """Where the card of an ended posting may be visible, owe the edit that says so, and after a close the reveal."""
    posting = postings.get_posting(tx, which)
    if posting is not None and not posting.takes_answers:
        _owe_ends(tx, [posting], now)


def _give_up(tx: Connection, posting: Posting, error: Exception, now: datetime) -> None:
    """Take no more answers, whatever its card still shows."""
    postings.mark_closed(tx, posting.id, at=now)
    if (classroom := classrooms.get_classroom(tx, posting.classroom)) is not None:
        told = (
            f"Question #{posting.number} takes no more answers, but its card and its reveal cannot be made: {error!r}"
        )
        tell(tx, classroom, told, key=f"unclosed:{posting.id}", now=now)


def _owe_ends(tx: Connection, ended: Sequence[Posting], now: datetime) -> None:
    visible = owing.visible_cards(tx, [posting.id for posting in ended])
    shown = [posting for posting in ended if posting.id in visible]
    void = [posting.id for posting in shown if posting.state is PostingState.VOID]
    closed = asked_questions(tx, [posting for posting in shown if posting.state is not PostingState.VOID])
    owing.owe(tx, DeliveryKind.VOID, void, due_at=now)
    owing.owe(tx, DeliveryKind.CLOSE, [asked.posting.id for asked in closed], due_at=now)
    messages = {asked.posting.id: len(parts(reveal_card(asked))) for asked in closed}
    for part in range(1, max(messages.values(), default=0) + 1):
        long = [posting for posting, most in messages.items() if part <= most]
        owing.owe(tx, DeliveryKind.REVEAL, long, due_at=now, part=part)


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
