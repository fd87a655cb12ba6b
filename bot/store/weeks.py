"""Topic weeks of a classroom."""

from datetime import date

from sqlalchemy import Connection, delete, select

from bot.core.picking import TopicWeek
from bot.core.posting import ClassroomId
from bot.core.question import TopicId
from bot.store.database import insert
from bot.store.tables import topic_week


def add_week(tx: Connection, value: TopicWeek) -> int:
    """Store a topic week; the value's id is not used, its new one is returned."""
    values = {"classroom_id": value.classroom, "topics": list(value.topics), "first": value.first, "last": value.last}
    return int(tx.execute(insert(tx, topic_week).values(values).returning(topic_week.c.id)).scalar_one())


def weeks_of(tx: Connection, which: ClassroomId) -> tuple[TopicWeek, ...]:
    """All topic weeks of the classroom, the earliest first."""
    query = select(topic_week).where(topic_week.c.classroom_id == which).order_by(topic_week.c.first)
    return tuple(
        TopicWeek(
            id=row.id,
            classroom=which,
            topics=tuple(TopicId(name) for name in row.topics),
            first=row.first,
            last=row.last,
        )
        for row in tx.execute(query)
    )


def topics_on(tx: Connection, which: ClassroomId, day: date) -> tuple[TopicId, ...]:
    """The topics that the classroom asks from on that local date; none means all."""
    return next((week.topics for week in weeks_of(tx, which) if week.covers(day)), ())


def remove_week(tx: Connection, which: ClassroomId, week: int) -> bool:
    """Take a week back; False if the classroom has none of that number."""
    holds = topic_week.c.classroom_id == which, topic_week.c.id == week
    return tx.execute(delete(topic_week).where(*holds)).rowcount > 0
