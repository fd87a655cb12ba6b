"""Opening: due classrooms get their question, late ones within four hours, and what is missed is recorded."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from bot.core.address import MessageAddress
from bot.core.classroom import Classroom, ClassroomState
from bot.core.delivery import DeliveryKind
from bot.core.errors import NothingThere
from bot.core.picking import Asked, arrange, pick
from bot.core.posting import CATCH_UP, LONGEST_OPEN, Posting, PostingId, PostingState
from bot.core.question import Pack, PackId, Question, TopicId
from bot.core.timetable import Slot, closing_time, local, next_slot
from bot.store import classrooms, deliveries, packs, postings, weeks
from bot.tutor import closing
from bot.tutor.telling import tell

_BATCH = 200


def claim_due(tx: Connection, now: datetime) -> int:
    """Open every classroom whose slot has come, in one transaction; returns how many slots were dealt with."""
    due = classrooms.due_classrooms(tx, now, most=_BATCH)
    loaded: dict[PackId, Pack | None] = {}
    for classroom in due:
        try:
            with tx.begin_nested():
                if classroom.pack not in loaded:
                    loaded[classroom.pack] = packs.load_pack(tx, classroom.pack)
                _take_slots(tx, classroom, loaded[classroom.pack], now)
        except SQLAlchemyError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever its data are, they are its own trouble
            classrooms.pause(tx, classroom.id)
            told = f"The classroom is paused, because its question could not be opened: {error!r}"
            tell(tx, classroom, told, key=f"broken:{now.isoformat()}", now=now)
    return len(due)


def settle_due(tx: Connection, classroom: Classroom, now: datetime) -> Classroom:
    """The classroom as it is now, once the slots that are due already are taken: changes look only forward."""
    current = classrooms.hold_classroom(tx, classroom.id) or classroom
    if current.state is ClassroomState.ACTIVE and current.next_slot is not None and current.next_slot.at <= now:
        _take_slots(tx, current, packs.load_pack(tx, current.pack), now)
    return classrooms.get_classroom(tx, classroom.id) or classroom


def ask_extra(
    tx: Connection, classroom: Classroom, *, topic: TopicId | None, minutes: int | None, now: datetime
) -> Posting:
    """Ask a question beside whatever is open; it closes after its minutes, else with the next scheduled opening.

    Raises:
        NothingThere: the pack has no question for it.
    """
    classroom = settle_due(tx, classroom, now)
    pack, history = packs.load_pack(tx, classroom.pack), postings.history_of(tx, classroom.id)
    topics = (topic,) if topic else weeks.topics_on(tx, classroom.id, local(now, classroom.timetable.zone).date())
    slot = f"extra {postings.next_number(tx, classroom.id)}"
    left = _without_open_ones(tx, classroom, pack) if pack else None
    question = pick(left, seed=classroom.seed, slot=slot, history=history, topics=topics) if left else None
    if question is None:
        raise NothingThere(nothing_to_ask(left, topics, remedy="Choose another topic."))
    closes_at = now + (LONGEST_OPEN if minutes is None else timedelta(minutes=minutes))
    if minutes is None and classroom.next_slot is not None and classroom.next_slot.at > now:
        closes_at = min(closes_at, classroom.next_slot.at)
    asking = _Asking(question=question, slot=slot, due_at=now, closes_at=closes_at, until_next=minutes is None)
    return _ask(tx, classroom, asking, now)


def confirm(tx: Connection, posting: PostingId, message: MessageAddress, now: datetime) -> None:
    """The card is visible: keep its address and call the posting open."""
    postings.mark_opened(tx, posting, at=now, message=message)


def next_question(
    pack: Pack, classroom: Classroom, slot: Slot, history: list[Asked], topics: tuple[TopicId, ...]
) -> Question | None:
    """The pick for a scheduled slot, the same for a preview as for the day itself."""
    return pick(pack, seed=classroom.seed, slot=slot.day.isoformat(), history=history, topics=topics)


def nothing_to_ask(pack: Pack | None, topics: tuple[TopicId, ...], *, remedy: str = "Cancel the topic week.") -> str:
    """Why there is no question, and what an admin can do."""
    if pack is None or not pack.questions:
        return "The pack has no questions. Add some, or choose another pack with /classroom setup pack=…"
    return f"The pack has no question on {', '.join(topics)}. {remedy}"


def _take_slots(tx: Connection, classroom: Classroom, pack: Pack | None, now: datetime) -> None:
    """Skip the slots that are too old, open the one that is not, and plan the next."""
    slot = classroom.next_slot
    skipped: list[tuple[date, str]] = []
    while slot is not None and slot.at <= now:
        trouble = _open(tx, classroom, pack, slot, now)
        if trouble:
            postings.add_skipped(tx, classroom.id, slot, note=trouble)
            skipped.append((slot.day, trouble))
        slot = next_slot(classroom.timetable, after=slot.at, past=slot.day)
    classrooms.set_next_slot(tx, classroom.id, slot)
    if skipped:
        told = " ".join(f"{day.isoformat()}: {trouble}" for day, trouble in skipped)
        tell(tx, classroom, f"No question was asked. {told}", key=f"skipped:{skipped[-1][0].isoformat()}", now=now)


def _open(tx: Connection, classroom: Classroom, pack: Pack | None, slot: Slot, now: datetime) -> str:
    """Claim the slot's posting; returns why that cannot be, or an empty text."""
    closes_at = closing_time(classroom.timetable, slot)
    if now - slot.at > CATCH_UP:
        return "the bot was not running when it was due, nor in the four hours after."
    if closes_at <= now:
        return "the bot was not running between its opening and its closing time."
    topics = weeks.topics_on(tx, classroom.id, slot.day)
    history = postings.history_of(tx, classroom.id)
    question = next_question(pack, classroom, slot, history, topics) if pack else None
    if question is None:
        return nothing_to_ask(pack, topics)
    for earlier in postings.open_postings(tx, classroom.id):
        same = question.id in packs.questions_of(tx, {earlier.revision})  # one's reveal would tell the other's key
        if earlier.scheduled or earlier.until_next or same:
            closing.close(tx, earlier, now)
    name = slot.day.isoformat()
    _ask(tx, classroom, _Asking(question=question, slot=name, day=slot.day, due_at=slot.at, closes_at=closes_at), now)
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asking:
    """A question about to be asked; `slot` names the opening for the order of its choices."""

    question: Question
    slot: str
    due_at: datetime
    closes_at: datetime
    day: date | None = None
    until_next: bool = False


def _ask(tx: Connection, classroom: Classroom, asking: _Asking, now: datetime) -> Posting:
    """Store the posting under its number and owe its card; a date that has its posting gets no second one."""
    posting = Posting(
        id=PostingId(0),
        classroom=classroom.id,
        number=postings.next_number(tx, classroom.id),
        day=asking.day,
        state=PostingState.CLAIMED,
        revision=packs.current_revisions(tx, classroom.pack)[asking.question.id],
        order=arrange(asking.question, seed=classroom.seed, slot=asking.slot),
        due_at=asking.due_at,
        closes_at=asking.closes_at,
        until_next=asking.until_next,
    )
    new = postings.add_posting(tx, posting)
    if new is None:
        return posting
    stored = replace(posting, id=new)
    deliveries.owe(tx, DeliveryKind.OPEN, stored, due_at=now)
    return stored


def _without_open_ones(tx: Connection, classroom: Classroom, pack: Pack) -> Pack:
    """The pack without questions that are open now: an early reveal of one would tell the key of the other."""
    live = {posting.revision for posting in postings.open_postings(tx, classroom.id)}
    asked = packs.questions_of(tx, live)
    return replace(pack, questions=tuple(question for question in pack.questions if question.id not in asked))
