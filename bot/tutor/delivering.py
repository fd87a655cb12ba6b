"""Delivering: which deliveries are due, what each needs to be sent, and what follows from how it went."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from bot.core.address import MessageAddress, Platform
from bot.core.asking import CountedQuestion
from bot.core.classroom import Classroom, ClassroomState
from bot.core.delivery import LOOKUP_DELAY, Delivery, DeliveryId, DeliveryKind, posting_key, wait_after
from bot.core.posting import ClassroomId, Posting, PostingId, PostingState
from bot.core.shares import EDITS, Bounds, Shares
from bot.port import TAKE_OVER_DELAY
from bot.store import classrooms, deliveries, postings
from bot.tutor import closing, opening
from bot.tutor.asking import counted_question
from bot.tutor.telling import tell

_OVERTAKEN = "the question closed before its card could be sent"
_UNSEEN = "nobody can see whether it arrived"
_RESUME = "Then use /classroom resume."


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """A claimed delivery with all that sending it needs; `asked` is None for a note."""

    delivery: Delivery
    classroom: Classroom
    asked: CountedQuestion | None = None

    @property
    def comes_too_late(self) -> bool:
        """Whether it is the card of a question that nobody is asked any more: adopted if it is there, but not sent."""
        if self.delivery.kind is not DeliveryKind.OPEN or self.asked is None:
            return False
        return not _is_asked(self.asked.posting, self.classroom)

    @property
    def moved(self) -> bool:
        """Whether it may be in a channel that its classroom has left."""
        return self.delivery.in_doubt and self.delivery.tried_in != self.classroom.address.channel


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a courier can take of a platform: how many and within which bounds; what it has under way there."""

    platform: Platform
    most: int
    busy: frozenset[DeliveryId] = frozenset()
    bounds: Bounds = field(default_factory=Bounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setback:
    """Why it did not go through; `in_doubt` if it may be there from before, `after` in seconds if the platform said."""

    reason: str
    in_doubt: bool
    after: float | None = None
    gone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """What can be sent now, and what was taken from other workers, to be claimed later: key, classroom and posting."""

    errands: list[Errand]
    taken_over: list[tuple[str, ClassroomId, PostingId | None]]


def claim(tx: Connection, now: datetime, wanted: Wanted) -> Claimed:
    """Take what is due and can be sent now; what must wait is put back, what came too late is dropped.

    What another worker let go rests first, for that worker may be at it still. One that cannot even be put together is
    set aside with its reason, so that it never holds up the others.
    """
    errands = []
    here, busy = wanted.platform, wanted.busy
    later = now + TAKE_OVER_DELAY
    taken_over = deliveries.put_back_lapsed(tx, now=now, due_at=later, platform=here, busy=busy)
    shares = Shares(here, wanted.most, wanted.bounds)
    for delivery in deliveries.claim_due(tx, now=now, shares=shares, busy=busy):
        classroom = classrooms.get_classroom(tx, delivery.classroom)
        if classroom is None:
            continue
        try:
            with tx.begin_nested():
                errand = _errand(tx, delivery, classroom, now)
        except SQLAlchemyError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever its data are, they are its own trouble
            deliveries.mark_failed(tx, delivery, error=f"it cannot be put together: {error!r}")
            tell(tx, classroom, f"A message cannot be put together: {error!r}", key=delivery.key, now=now)
            continue
        if errand is not None:
            errands.append(errand)
    return Claimed(errands=errands, taken_over=taken_over)


def hasten(tx: Connection, now: datetime) -> None:
    """The clock was set back, and what was put off before would wait by as much longer: it is due now.

    What is in doubt still rests as long as whoever sent it may be at it.
    """
    deliveries.hasten(tx, now=now, doubtful=now + TAKE_OVER_DELAY)


def rest(tx: Connection, now: datetime) -> None:
    """The clock was set forth, which cuts short the rest of what is in doubt: it rests anew."""
    deliveries.rest_doubts(tx, until=now + TAKE_OVER_DELAY)


def moved_on(tx: Connection, errand: Errand) -> bool:
    """It is not where it was tried, and is now tried where its classroom is; False if another worker has it."""
    return deliveries.try_in(tx, errand.delivery, errand.classroom.address.channel)


def arrived(tx: Connection, errand: Errand, message: MessageAddress | None, now: datetime) -> None:
    """It is visible: keep where, and owe what its posting now asks for; None: it came too late and is not there.

    Where a card arrives, the edits and reveals that had failed may arrive as well.
    """
    delivery = errand.delivery
    if message is None:
        deliveries.drop(tx, delivery, reason=_OVERTAKEN)
        return
    if deliveries.mark_sent(tx, delivery, message) and delivery.kind is DeliveryKind.OPEN and errand.asked is not None:
        opening.confirm(tx, errand.asked.posting.id, message, now)
        closing.owe_what_is_left(tx, errand.asked.posting.id, now)
        deliveries.retry_follow_ups(tx, delivery.classroom, now=now)
    _let_go(tx, delivery)


def lost(tx: Connection, errand: Errand, reason: str, now: datetime) -> None:
    """Nobody knows whether it was sent: next time it is looked for first, and not too soon.

    An edit keeps its hold on the card until the lease ends, because it may still arrive. A note cannot be looked for:
    it is not said again but stands on top of the next /classroom answer.
    """
    if errand.delivery.kind is DeliveryKind.NOTE:
        deliveries.mark_failed(tx, errand.delivery, error=reason)
        return
    due_at = now + max(wait_after(errand.delivery.failures + 1), LOOKUP_DELAY)
    deliveries.put_back(tx, errand.delivery, due_at=due_at, error=reason, in_doubt=True)


def not_sent(tx: Connection, errand: Errand, setback: Setback, now: datetime) -> None:
    """It was not sent now and may go through later."""
    due_at = now + wait_after(errand.delivery.failures + 1, setback.after)
    deliveries.put_back(tx, errand.delivery, due_at=due_at, error=setback.reason, in_doubt=setback.in_doubt)
    _let_go(tx, errand.delivery)


def postponed(tx: Connection, errand: Errand, in_doubt: bool, now: datetime) -> None:
    """It was not its turn: it is as it was, and its turn may come soon."""
    deliveries.postpone(tx, errand.delivery, due_at=now + wait_after(1), in_doubt=in_doubt)
    _let_go(tx, errand.delivery)


def refused(tx: Connection, errand: Errand, setback: Setback, now: datetime) -> None:
    """The platform will not have it: a card that can never be posted pauses its classroom; a new reason is told.

    A card that cannot be looked for in a channel that its classroom has left says nothing against the new one.
    """
    delivery, classroom, reason = errand.delivery, errand.classroom, setback.reason
    looked_back = setback.in_doubt and errand.moved
    if delivery.kind is DeliveryKind.NOTE or setback.gone:
        deliveries.mark_failed(tx, delivery, error=reason, in_doubt=setback.in_doubt)
    else:
        due_at = now + wait_after(delivery.failures + 1)
        deliveries.put_back(tx, delivery, due_at=due_at, error=reason, in_doubt=setback.in_doubt)
    _let_go(tx, delivery)
    if delivery.kind is DeliveryKind.NOTE:
        return
    if setback.gone and delivery.kind is DeliveryKind.OPEN and not looked_back:
        _pause(tx, errand, reason, now)
    elif not delivery.failures or reason != delivery.error:
        why = hashlib.sha256(reason.encode()).hexdigest()[:16]
        told = f"A message could not be sent: {reason}" + f" {_RESUME}" * setback.gone
        tell(tx, classroom, told, key=f"unsent:{why}:{now:%Y-%m-%d}", now=now)


def _pause(tx: Connection, errand: Errand, reason: str, now: datetime) -> None:
    """Pause its classroom and say so; one that is paused already was spoken of."""
    here = classrooms.get_classroom(tx, errand.classroom.id)
    if here is not None and here.state is ClassroomState.ACTIVE:
        classrooms.pause(tx, here.id)
        told = f"The classroom is paused: {reason} {_RESUME}"
        tell(tx, here, told, key=f"{errand.delivery.key}:{errand.delivery.attempts}", now=now)


def _errand(tx: Connection, delivery: Delivery, classroom: Classroom, now: datetime) -> Errand | None:
    """What sending needs; None if it has to wait or is not needed any more."""
    if delivery.posting is None and delivery.in_doubt:
        deliveries.mark_failed(tx, delivery, error=_UNSEEN)
        return None
    if delivery.posting is None:
        return Errand(delivery=delivery, classroom=classroom)
    posting = postings.get_posting(tx, delivery.posting)
    if posting is None or not _ready(tx, delivery, posting, classroom, now):
        return None
    if not delivery.in_doubt:
        deliveries.try_in(tx, delivery, classroom.address.channel)
    return Errand(delivery=delivery, classroom=classroom, asked=counted_question(tx, posting))


def _ready(tx: Connection, delivery: Delivery, posting: Posting, classroom: Classroom, now: datetime) -> bool:
    """Whether it can go out now; an edit of a message needs the message, and to be the only one."""
    if delivery.kind is DeliveryKind.OPEN:
        wanted = _is_asked(posting, classroom)
        if not wanted and not delivery.in_doubt:
            deliveries.drop(tx, delivery, reason=_OVERTAKEN)
        return wanted or delivery.in_doubt
    if posting.state is PostingState.VOID and delivery.kind is not DeliveryKind.VOID:
        deliveries.drop(tx, delivery, reason="its question was taken back")
        return False
    if posting.message is None:
        if deliveries.card_may_be_visible(tx, posting.id):
            _wait(tx, delivery, now)
        else:
            deliveries.drop(tx, delivery, reason="its card was never visible")
        return False
    if delivery.kind in EDITS and not postings.take_edit_lease(tx, posting.id, now=now, until=delivery.lease_until):
        _wait(tx, delivery, now)
        return False
    if delivery.part > 1 and not deliveries.is_settled(tx, posting_key(delivery.kind, posting.id, delivery.part - 1)):
        _wait(tx, delivery, now)
        return False
    return True


def _is_asked(posting: Posting, classroom: Classroom) -> bool:
    return posting.takes_answers and classroom.state is not ClassroomState.REMOVED


def _wait(tx: Connection, delivery: Delivery, now: datetime) -> None:
    deliveries.put_back(tx, delivery, due_at=now + wait_after(1), error="", in_doubt=delivery.in_doubt)


def _let_go(tx: Connection, delivery: Delivery) -> None:
    if delivery.kind in EDITS and delivery.posting is not None:
        postings.release_edit_lease(tx, delivery.posting, until=delivery.lease_until)
