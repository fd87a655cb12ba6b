"""The right to edit the count on an open card: one editor at a time, and none after the close."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import Connection

from bot.core.asking import CountedQuestion
from bot.core.classroom import Classroom
from bot.core.delivery import LEASE, DeliveryKind
from bot.core.posting import PostingId, PostingState
from bot.store import answers, classrooms, deliveries, postings
from bot.tutor.asking import counted_question

_QUIET = timedelta(seconds=15)
"""After so long without an answer the count should be right."""
RECALL = timedelta(minutes=1)
"""How often counts are recalled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountEdit:
    """The right to edit an open posting's card until that moment, and what to show."""

    classroom: Classroom
    asked: CountedQuestion
    until: datetime


class NoEdit(StrEnum):
    """Why a count is not edited: its posting takes no more answers, it is right, or somebody else edits the card."""

    OVER = "over"
    RIGHT = "right"
    HELD = "held"


def take_count_edit(tx: Connection, which: PostingId, now: datetime) -> CountEdit | NoEdit:
    """Become the one who edits the card, until the lease ends or is given back."""
    posting = postings.get_posting(tx, which)
    classroom = classrooms.get_classroom(tx, posting.classroom) if posting else None
    if posting is None or classroom is None or not posting.takes_answers:
        return NoEdit.OVER
    until = now + LEASE
    if posting.message is None or not postings.take_edit_lease(tx, which, now=now, until=until):
        return NoEdit.HELD
    edit = CountEdit(classroom=classroom, asked=counted_question(tx, posting), until=until)
    if edit.asked.tally.answered == posting.shown_count:
        postings.release_edit_lease(tx, which, until=until)
        return NoEdit.RIGHT
    return edit


def give_back(tx: Connection, edit: CountEdit, now: datetime, *, shown: bool) -> None:
    """Let others edit the card; one that closed while this edit was under way is shown as closed once more."""
    which = edit.asked.posting.id
    postings.release_edit_lease(tx, which, until=edit.until, shown=edit.asked.tally.answered if shown else None)
    posting = postings.get_posting(tx, which)
    if posting is not None and not posting.takes_answers:
        kind = DeliveryKind.VOID if posting.state is PostingState.VOID else DeliveryKind.CLOSE
        deliveries.repeat(tx, kind, which, now=now)


def miscounted(tx: Connection, now: datetime) -> list[PostingId]:
    """Open postings whose card shows a wrong count, whoever had to show another: its edit was lost or refused."""
    return answers.miscounted(tx, now)


def quietly_miscounted(tx: Connection, now: datetime) -> list[PostingId]:
    """Those that nobody answered for a while: the others are in somebody's hands."""
    return answers.miscounted(tx, now - _QUIET)
