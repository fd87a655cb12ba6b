"""What one worker holds is nothing for another, and nobody waits for anybody without need."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.core.address import Platform
from bot.core.classroom import Classroom
from bot.core.delivery import DeliveryKind
from bot.core.shares import Shares
from bot.store import classrooms, deliveries, owing, postings
from bot.store.database import Database
from bot.tutor import closing, opening, setup
from tests.builders import NINE, a_classroom
from tests.databases import on_postgresql
from tests.due import take_due

pytestmark = on_postgresql
TOMORROW = NINE + timedelta(days=1)


@pytest.fixture
def other(database: Database) -> Iterator[Connection]:
    """The transaction of another worker."""
    with database.writer.begin() as opened:
        yield opened


@pytest.fixture
def here(database: Database) -> Classroom:
    """A classroom whose first question is open, and whose card is due."""
    with database.writer.begin() as tx:
        made = a_classroom(tx)
        take_due(tx, NINE)
    return made


def claim_deliveries(tx: Connection) -> list[DeliveryKind]:
    claimed = deliveries.claim_due(tx, now=NINE, shares=Shares(Platform.WEB, 10))
    return [delivery.kind for delivery in claimed]


def test_a_delivery_is_claimed_by_one(tx: Connection, other: Connection, here: Classroom) -> None:
    del here

    assert [claim_deliveries(tx), claim_deliveries(other)] == [[DeliveryKind.OPEN], []]


def test_a_due_classroom_is_taken_by_one(tx: Connection, other: Connection, here: Classroom) -> None:
    first = classrooms.due_classrooms(tx, TOMORROW, most=10)
    second = classrooms.due_classrooms(other, TOMORROW, most=10)

    assert [[each.id for each in taken] for taken in (first, second)] == [[here.id], []]


def test_a_classroom_that_somebody_changes_is_not_opened_meanwhile(
    tx: Connection, other: Connection, here: Classroom
) -> None:
    opening.settle_due(tx, here, NINE)

    assert opening.claim_due(other, TOMORROW) == 0


def test_a_posting_is_closed_by_one(tx: Connection, other: Connection, here: Classroom) -> None:
    del here

    assert [closing.close_due(tx, TOMORROW), closing.close_due(other, TOMORROW)] == [1, 0]


def test_a_removed_classroom_is_purged_by_one(database: Database, here: Classroom) -> None:
    with database.writer.begin() as tx:
        setup.remove(tx, here, NINE)
    later = NINE + timedelta(days=400)

    with database.writer.begin() as tx, database.writer.begin() as other:
        gone = [classrooms.delete_removed(tx, later), classrooms.delete_removed(other, later)]

    assert gone == [1, 0]


def test_one_may_close_what_another_is_about_to_follow_up(database: Database, here: Classroom) -> None:
    with ThreadPoolExecutor(1) as pool:
        with database.writer.begin() as tx:
            (due,) = postings.due_to_close(tx, TOMORROW, most=10)
            following = pool.submit(_open_the_next, database)
            waiting = wait([following], timeout=0.2).not_done
            closing.close(tx, due, TOMORROW)
            owing.owe(tx, DeliveryKind.CLOSE, [due.id], due_at=TOMORROW)
        opened = following.result(timeout=10)

    assert waiting == {following}
    assert opened == 1
    with database.reader.begin() as tx:
        assert [each.number for each in postings.open_postings(tx, here.id)] == [2]


def _open_the_next(database: Database) -> int:
    with database.writer.begin() as tx:
        return opening.claim_due(tx, TOMORROW)
