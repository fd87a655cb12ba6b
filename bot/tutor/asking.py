"""Putting a posting together with everything that a card about it shows."""

from datetime import datetime

from sqlalchemy import Connection

from bot.core.asking import AskedQuestion, CountedQuestion, LastTime, Upcoming
from bot.core.classroom import Classroom
from bot.core.posting import Posting, PostingState
from bot.core.timetable import Slot, clock_note, local, slots
from bot.store import answers, classrooms, packs, postings

_SHOWN = 3


def asked_question(tx: Connection, posting: Posting) -> AskedQuestion:
    """The posting with its question as it was asked."""
    topic, traps = packs.topic_and_traps(tx, posting.revision)
    question = packs.load_revision(tx, posting.revision)
    return AskedQuestion(posting=posting, question=question, topic=topic, traps=traps)


def counted_question(tx: Connection, posting: Posting) -> CountedQuestion:
    """The same with its tally, how the one before it went, and whom its opening mentions."""
    asked, classroom = asked_question(tx, posting), classrooms.get_classroom(tx, posting.classroom)
    return CountedQuestion(
        posting=posting,
        question=asked.question,
        topic=asked.topic,
        traps=asked.traps,
        tally=answers.tally_of(tx, posting.id),
        last_time=_last_time(tx, posting),
        ping=classroom.ping if classroom and posting.scheduled else "",
    )


def upcoming(classroom: Classroom, now: datetime, *, most: int = _SHOWN) -> tuple[Upcoming, ...]:
    """The next openings of a classroom, from its planned one on."""
    table, first = classroom.timetable, classroom.next_slot
    if first is None:
        return ()
    found = [first]
    for slot in slots(table, after=max(first.at, now), past=first.day):
        if len(found) == most:
            break
        found.append(slot)
    return tuple(as_upcoming(classroom, slot) for slot in found)


def as_upcoming(classroom: Classroom, slot: Slot) -> Upcoming:
    """An opening on the classroom's own clock."""
    table = classroom.timetable
    return Upcoming(
        day=slot.day,
        at=slot.at,
        local=local(slot.at, table.zone),
        zone=table.zone,
        note=clock_note(slot.day, table.at, table.zone),
    )


def _last_time(tx: Connection, posting: Posting) -> LastTime | None:
    if not posting.scheduled:
        return None
    earlier = postings.scheduled_before(tx, posting)
    if earlier is None or earlier.state is not PostingState.CLOSED:
        return None
    tally = answers.tally_of(tx, earlier.id)
    return LastTime(number=earlier.number, answered=tally.answered, correct=tally.correct)
