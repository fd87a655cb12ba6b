"""Topic weeks of a classroom."""

from collections.abc import Iterable
from datetime import date
from functools import cache

from sqlalchemy import Connection, Select, delete, select

from bot.core.picking import TopicWeek, topics_of
from bot.core.posting import ClassroomId
from bot.core.question import TopicId
from bot.store.database import insert
from bot.store.many import among
from bot.store.postings import Record
from bot.store.tables import topic_week


def add_week(tx: Connection, value: TopicWeek) -> int:
    """Store a topic week; the value's id is not used, its new one is returned."""
    values = {"classroom_id": value.classroom, "topics": list(value.topics), "first": value.first, "last": value.last}
    return int(tx.execute(insert(tx, topic_week).values(values).returning(topic_week.c.id)).scalar_one())


def weeks_of(tx: Connection, which: ClassroomId) -> tuple[TopicWeek, ...]:
    """All topic weeks of the classroom, the earliest first."""
    return tuple(weeks_among(tx, [which]).get(which, ()))


def weeks_among(tx: Connection, classrooms: Iterable[ClassroomId]) -> dict[ClassroomId, list[TopicWeek]]:
    """The same of several classrooms; those without any are left out."""
    found: dict[ClassroomId, list[TopicWeek]] = {}
    for row in tx.execute(_among(tx.dialect.name), {"classrooms": sorted(classrooms)}):
        week = TopicWeek(
            id=row.id,
            classroom=ClassroomId(row.classroom_id),
            topics=tuple(TopicId(name) for name in row.topics),
            first=row.first,
            last=row.last,
        )
        found.setdefault(week.classroom, []).append(week)
    return found


def topics_on(tx: Connection, which: ClassroomId, day: date) -> tuple[TopicId, ...]:
    """The topics that the classroom asks from on that local date; none means all."""
    return topics_of(weeks_of(tx, which), day)


def remove_week(tx: Connection, which: ClassroomId, week: int) -> bool:
    """Take a week back; False if the classroom has none of that number."""
    holds = topic_week.c.classroom_id == which, topic_week.c.id == week
    return tx.execute(delete(topic_week).where(*holds)).rowcount > 0


@cache
def _among(dialect: str) -> Select[Record]:
    these = among(dialect, topic_week.c.classroom_id, "classrooms")
    return select(topic_week).where(these).order_by(topic_week.c.first)
