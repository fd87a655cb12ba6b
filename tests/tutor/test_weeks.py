"""Topic weeks: whether the questions suffice."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.core.picking import Supply
from bot.core.question import TopicId
from bot.tutor import setup, weeks
from tests.builders import EIGHT, MONDAY, NINE, a_classroom, a_pack
from tests.tutor.school import pass_time

DAY = timedelta(days=1)
SAFETY = TopicId("safety")


@pytest.mark.parametrize(("days", "openings"), [("daily", 14), ("weekdays", 10), ("mon", 2)])
def test_every_opening_of_a_week_is_counted(tx: Connection, days: str, openings: int) -> None:
    classroom = a_classroom(tx, days=days)

    week = weeks.plan(tx, classroom, topics=(SAFETY,), first=MONDAY + 7 * DAY, weeks=2)

    assert weeks.supply(tx, classroom, week, EIGHT) == Supply(openings=openings, unasked=10)


def test_off_days_need_no_questions(tx: Connection) -> None:
    classroom = setup.keep_free(tx, a_classroom(tx), MONDAY + 8 * DAY, MONDAY + 9 * DAY, EIGHT)

    week = weeks.plan(tx, classroom, topics=(SAFETY,), first=MONDAY + 7 * DAY, weeks=1)

    assert weeks.supply(tx, classroom, week, EIGHT).openings == 5


def test_questions_asked_before_are_not_counted(tx: Connection) -> None:
    classroom = a_classroom(tx, pack=a_pack(each=4, topics=("safety",)))
    pass_time(tx, classroom.id, NINE + DAY)

    week = weeks.plan(tx, classroom, topics=(SAFETY,), first=MONDAY + 7 * DAY, weeks=1)

    assert weeks.supply(tx, classroom, week, NINE + DAY) == Supply(openings=7, unasked=2)


def test_of_a_week_that_has_begun_only_the_rest_is_counted(tx: Connection) -> None:
    classroom = a_classroom(tx)
    week = weeks.plan(tx, classroom, topics=(SAFETY,), first=MONDAY, weeks=1)

    later = weeks.supply(tx, classroom, week, NINE + 2 * DAY)

    assert later.openings == 4
