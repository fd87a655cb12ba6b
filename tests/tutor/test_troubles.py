from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.core.posting import ClassroomId
from bot.store import classrooms
from bot.tutor import opening, setup
from bot.tutor.troubles import troubles_of
from tests.builders import EIGHT, NINE, a_classroom
from tests.due import take_due
from tests.tutor.school import make_visible

HERE = ClassroomId(1)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def room(tx: Connection) -> Connection:
    """A database with a daily classroom at nine."""
    a_classroom(tx)
    return tx


def troubles(tx: Connection, now: datetime) -> list[str]:
    return troubles_of(tx, the_classroom(tx), now)


def the_classroom(tx: Connection) -> Classroom:
    found = classrooms.get_classroom(tx, HERE)
    assert found is not None
    return found


@pytest.mark.parametrize("now", [EIGHT, NINE + MINUTE], ids=["before it is due", "a minute after"])
def test_what_goes_well_is_no_trouble(room: Connection, now: datetime) -> None:
    assert troubles(room, now) == []


def test_a_question_that_nobody_could_open_is_overdue(room: Connection) -> None:
    assert troubles(room, NINE + 2 * MINUTE) == ["The next question is overdue since 2026-11-30 09:00 UTC"]


def test_a_paused_classroom_owes_no_question(room: Connection) -> None:
    setup.pause(room, the_classroom(room))

    assert troubles(room, NINE + 2 * MINUTE) == []


def test_a_card_that_nobody_could_send_is_overdue(room: Connection) -> None:
    opening.claim_due(room, NINE)

    assert troubles(room, NINE + 2 * MINUTE) == ["open:1 is overdue since 2026-11-30 09:00 UTC"]


def test_a_question_that_nobody_could_close_is_overdue(room: Connection) -> None:
    take_due(room, NINE)
    make_visible(room, HERE, NINE)
    classrooms.pause(room, HERE)

    told = troubles(room, NINE + 3 * DAY + 2 * MINUTE)

    assert "Closing #1 is overdue since 2026-12-01 09:00 UTC" in told
