from datetime import date, timedelta

import pytest
from sqlalchemy import Connection

from bot.core.picking import TopicWeek
from bot.core.posting import ClassroomId
from bot.core.question import TopicId
from bot.store import weeks
from tests.builders import MONDAY, a_classroom, a_pack

ROOM = ClassroomId(1)
SUNDAY = MONDAY + timedelta(days=6)


@pytest.fixture(autouse=True)
def room(tx: Connection) -> None:
    a_classroom(tx, pack=a_pack(each=1))


def a_week(first: date = MONDAY, *topics: str) -> TopicWeek:
    """Seven days of these topics, or of safety."""
    return TopicWeek(
        id=0,
        classroom=ROOM,
        topics=tuple(TopicId(name) for name in topics or ("safety",)),
        first=first,
        last=first + timedelta(days=6),
    )


def test_weeks_come_earliest_first_with_their_topics_in_order(tx: Connection) -> None:
    later = weeks.add_week(tx, a_week(MONDAY + timedelta(days=7)))
    sooner = weeks.add_week(tx, a_week(MONDAY, "safety", "evaluation"))

    found = weeks.weeks_of(tx, ROOM)

    assert [(week.id, week.topics) for week in found] == [(sooner, ("safety", "evaluation")), (later, ("safety",))]
    assert (found[0].first, found[0].last, found[0].classroom) == (MONDAY, SUNDAY, ROOM)


@pytest.mark.parametrize(
    ("day", "topics"),
    [
        pytest.param(MONDAY - timedelta(days=1), (), id="the day before"),
        pytest.param(MONDAY, ("safety",), id="the first day"),
        pytest.param(SUNDAY, ("safety",), id="the last day"),
        pytest.param(SUNDAY + timedelta(days=1), (), id="the day after"),
    ],
)
def test_a_week_holds_on_its_days(tx: Connection, day: date, topics: tuple[str, ...]) -> None:
    weeks.add_week(tx, a_week())

    assert weeks.topics_on(tx, ROOM, day) == topics


def test_another_classroom_has_no_part_in_it(tx: Connection) -> None:
    weeks.add_week(tx, a_week())

    assert weeks.weeks_of(tx, ClassroomId(2)) == ()


def test_a_week_is_taken_back_once(tx: Connection) -> None:
    week = weeks.add_week(tx, a_week())

    assert [weeks.remove_week(tx, ROOM, week), weeks.remove_week(tx, ROOM, week)] == [True, False]
    assert weeks.weeks_of(tx, ROOM) == ()


def test_nobody_takes_back_the_week_of_another_classroom(tx: Connection) -> None:
    week = weeks.add_week(tx, a_week())

    assert not weeks.remove_week(tx, ClassroomId(2), week)
    assert len(weeks.weeks_of(tx, ROOM)) == 1
