"""Topic weeks: dates on which a classroom asks only from chosen topics."""

from datetime import date, datetime, time, timedelta

from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.core.errors import Clash, NothingThere
from bot.core.picking import Supply, TopicWeek
from bot.core.question import TopicId
from bot.core.timetable import instant, slots
from bot.store import postings
from bot.store import weeks as stored
from bot.tutor.classroom import find_topic, the_pack


def plan(tx: Connection, classroom: Classroom, *, topics: tuple[TopicId, ...], first: date, weeks: int) -> TopicWeek:
    """Ask only from these topics for so many weeks from that date on.

    Raises:
        BadInput: the pack has no such topic.
        NothingThere: none of its topics has a question.
        Clash: it overlaps a planned one.
    """
    pack = the_pack(tx, classroom)
    for topic in topics:
        find_topic(pack, topic)
    if not any(question.topic in topics for question in pack.questions):
        raise NothingThere(f"The pack has no question on {', '.join(topics)} yet.")
    last = first + timedelta(weeks=weeks, days=-1)
    for other in stored.weeks_of(tx, classroom.id):
        if other.first <= last and first <= other.last:
            raise Clash(
                f"That overlaps week {other.id} ({', '.join(other.topics)}, {other.first} to {other.last}).",
                example=f"/classroom cancel-week id={other.id}",
            )
    week = TopicWeek(id=0, classroom=classroom.id, topics=topics, first=first, last=last)
    return TopicWeek(id=stored.add_week(tx, week), classroom=classroom.id, topics=topics, first=first, last=last)


def supply(tx: Connection, classroom: Classroom, week: TopicWeek, now: datetime) -> Supply:
    """Whether the questions not asked yet suffice for what is left of the week."""
    asked = {entry.question for entry in postings.history_of(tx, classroom.id)}
    fitting = [each for each in the_pack(tx, classroom).questions if each.topic in week.topics]
    end = instant(week.last + timedelta(days=1), time(), classroom.timetable.zone)
    begin = instant(week.first, time(), classroom.timetable.zone) - timedelta(seconds=1)
    days = [slot.day for slot in slots(classroom.timetable, after=max(begin, now), until=end)]
    return Supply(
        openings=sum(week.covers(day) for day in days),
        unasked=sum(question.id not in asked for question in fitting),
    )


def planned(tx: Connection, classroom: Classroom, today: date) -> tuple[TopicWeek, ...]:
    """The topic weeks that are not over."""
    return tuple(week for week in stored.weeks_of(tx, classroom.id) if week.last >= today)


def cancel(tx: Connection, classroom: Classroom, week: int) -> None:
    """Take a week back.

    Raises:
        NothingThere: the classroom has no such week.
    """
    if not stored.remove_week(tx, classroom.id, week):
        raise NothingThere(f"There is no topic week {week}.", example="/classroom weeks")
