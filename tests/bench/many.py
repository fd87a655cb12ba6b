"""A great many classrooms in one database, each like the first."""

from datetime import datetime, timedelta
from itertools import cycle, islice
from zoneinfo import available_timezones

from sqlalchemy import Connection, insert, select

from bot.core.delivery import DeliveryKind, DeliveryState
from bot.core.posting import PostingState
from bot.store.tables import classroom, delivery, posting, question_revision
from tests.builders import NINE, a_classroom

ZONES = sorted(available_timezones() - {"localtime", "posixrules", "Factory"})
_AT_ONCE = 10_000


def make_classrooms(tx: Connection, many: int, *, due_at: datetime) -> None:
    """Classrooms over all time zones whose next question comes at that moment."""
    first = a_classroom(tx).id
    row = dict(tx.execute(select(classroom).where(classroom.c.id == first)).one()._mapping)
    del row["id"]
    tx.execute(classroom.update().values(next_due_at=due_at))
    rows = [
        {**row, "channel": f"channel-{number}", "zone": zone, "next_due_at": due_at}
        for number, zone in enumerate(islice(cycle(ZONES), many - 1))
    ]
    for place in range(0, len(rows), _AT_ONCE):
        tx.execute(insert(classroom), rows[place : place + _AT_ONCE])


def make_postings(tx: Connection) -> None:
    """In every classroom a question is open, and its card was sent."""
    revision = tx.execute(select(question_revision.c.id).limit(1)).scalar_one()
    for which in list(tx.execute(select(classroom.c.id)).scalars().partitions(_AT_ONCE)):
        values = {"number": 1, "day": NINE.date(), "state": PostingState.OPEN.value, "revision_id": revision}
        ends = {"arrangement": [0, 1, 2, 3], "due_at": NINE, "closes_at": NINE + timedelta(days=3), "until_next": False}
        tx.execute(insert(posting), [{"classroom_id": own, **values, **ends} for own in which])
    sent = {"kind": DeliveryKind.OPEN.value, "state": DeliveryState.SENT.value, "created_at": NINE, "due_at": NINE}
    for group in list(tx.execute(select(posting.c.id, posting.c.classroom_id)).partitions(_AT_ONCE)):
        tx.execute(
            insert(delivery),
            [
                {"key": f"open:{own}", "posting_id": own, "classroom_id": where, "attempts": 1, **sent}
                for own, where in group
            ],
        )
