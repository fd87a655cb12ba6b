"""Delivering: which deliveries are due, what each needs to be sent, and what follows from how it went."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.core.address import MessageAddress
from bot.core.asking import CountedQuestion
from bot.core.classroom import Classroom
from bot.core.delivery import LOOKUP_DELAY, Delivery, DeliveryKind, wait_after
from bot.core.posting import Posting
from bot.store import classrooms, deliveries, postings
from bot.tutor import opening
from bot.tutor.asking import counted_question
from bot.tutor.telling import tell

_OVERTAKEN = "the question closed before its card could be sent"
_EDITS = {DeliveryKind.CLOSE, DeliveryKind.VOID}


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """A claimed delivery with all that sending it needs; `asked` is None for a note."""

    delivery: Delivery
    classroom: Classroom
    asked: CountedQuestion | None = None

    @property
    def comes_too_late(self) -> bool:
        """Whether it is the card of a question that takes no more answers: adopted if it is there, but not sent."""
        late = self.asked is not None and not self.asked.posting.takes_answers
        return late and self.delivery.kind is DeliveryKind.OPEN


def claim(tx: Connection, now: datetime, most: int) -> list[Errand]:
    """Take what is due and can be sent now; what must wait for its card is put back, what came too late is dropped."""
    errands = []
    for delivery in deliveries.claim_due(tx, now=now, most=most):
        classroom = classrooms.get_classroom(tx, delivery.classroom)
        if classroom is None:
            continue
        if delivery.posting is None:
            errands.append(Errand(delivery=delivery, classroom=classroom))
            continue
        posting = postings.get_posting(tx, delivery.posting)
        if posting is not None and _ready(tx, delivery, posting, now):
            errands.append(Errand(delivery=delivery, classroom=classroom, asked=counted_question(tx, posting)))
    return errands


def sent(tx: Connection, errand: Errand, message: MessageAddress, now: datetime) -> None:
    """It is visible: keep where, and go on with the posting."""
    delivery = errand.delivery
    ours = deliveries.mark_sent(tx, delivery, message)
    if ours and delivery.posting is not None and delivery.kind is DeliveryKind.OPEN:
        opening.confirm(tx, delivery.posting, message, now)
    _let_go(tx, delivery)


def lost(tx: Connection, errand: Errand, reason: str, now: datetime) -> None:
    """Nobody knows whether it was sent: next time it is looked for first, and not too soon."""
    due_at = now + max(wait_after(errand.delivery.attempts), LOOKUP_DELAY)
    deliveries.put_back(tx, errand.delivery, due_at=due_at, error=reason, in_doubt=True)
    _let_go(tx, errand.delivery)


def not_sent(tx: Connection, errand: Errand, reason: str, after: float | None, now: datetime) -> None:
    """It was certainly not sent and may go through later; `after` is the wait in seconds that the platform wants."""
    due_at = now + wait_after(errand.delivery.attempts, after)
    deliveries.put_back(tx, errand.delivery, due_at=due_at, error=reason, in_doubt=False)
    _let_go(tx, errand.delivery)


def overtaken(tx: Connection, errand: Errand) -> None:
    """Its card was looked for and is not there, and the question closed meanwhile: nobody needs it any more."""
    deliveries.drop(tx, errand.delivery, reason=_OVERTAKEN)


def refused(tx: Connection, errand: Errand, reason: str, gone: bool, now: datetime) -> None:
    """The platform will not have it: a card that cannot be posted for good pauses its classroom, and we tell once."""
    delivery, classroom = errand.delivery, errand.classroom
    if delivery.kind is DeliveryKind.NOTE or gone:
        deliveries.mark_failed(tx, delivery, error=reason)
    else:
        due_at = now + wait_after(delivery.attempts)
        deliveries.put_back(tx, delivery, due_at=due_at, error=reason, in_doubt=False)
    _let_go(tx, delivery)
    if delivery.kind is DeliveryKind.NOTE:
        return
    if gone and delivery.kind is DeliveryKind.OPEN:
        classrooms.pause(tx, classroom.id)
        tell(tx, classroom, f"The classroom is paused: {reason} Then use /classroom resume.", key=delivery.key, now=now)
    else:
        tell(tx, classroom, f"A message could not be sent: {reason}", key=delivery.key, now=now)


def _ready(tx: Connection, delivery: Delivery, posting: Posting, now: datetime) -> bool:
    """Whether it can go out now; an edit of a message needs the message, and to be the only one."""
    if delivery.kind is DeliveryKind.OPEN:
        if not posting.takes_answers and not delivery.in_doubt:
            deliveries.drop(tx, delivery, reason=_OVERTAKEN)
        return posting.takes_answers or delivery.in_doubt
    if posting.message is None:
        if deliveries.card_may_be_visible(tx, posting.id):
            _wait(tx, delivery, now)
        else:
            deliveries.drop(tx, delivery, reason="its card was never visible")
        return False
    if delivery.kind in _EDITS and not postings.take_edit_lease(tx, posting.id, now=now, until=delivery.lease_until):
        _wait(tx, delivery, now)
        return False
    return True


def _wait(tx: Connection, delivery: Delivery, now: datetime) -> None:
    deliveries.put_back(tx, delivery, due_at=now + wait_after(1), error="", in_doubt=delivery.in_doubt)


def _let_go(tx: Connection, delivery: Delivery) -> None:
    if delivery.kind in _EDITS and delivery.posting is not None:
        postings.release_edit_lease(tx, delivery.posting, until=delivery.lease_until)
