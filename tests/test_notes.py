"""Private lines: nobody can look whether one arrived, so one in doubt is never said twice but shown."""

import pytest
from sqlalchemy import Connection

from bot.core.address import Platform
from bot.core.posting import ClassroomId
from bot.core.shares import Allowance
from bot.port import Capacity, InDoubt, TryLater
from bot.store import deliveries, owing
from bot.tutor import delivering
from tests.builders import NINE
from tests.fakes.post_office import Post

ALL = delivering.Wanted(platform=Platform.WEB, most=10)


def owe(tx: Connection) -> None:
    owing.owe_note(tx, ClassroomId(1), key="word", person="dana", text="A word.", due_at=NINE)


def shown(tx: Connection) -> list[str]:
    """What stands on top of the next /classroom answer."""
    return deliveries.take_unread_notes(tx, ClassroomId(1))


@pytest.fixture
async def owed(post: Post) -> Post:
    """A post office that owes an admin a note at nine, and the card after it."""
    await post.desk.write(owe)
    return post


async def test_a_note_whose_answer_was_lost_is_shown_and_not_said_again(owed: Post) -> None:
    owed.chat.fail_after = [InDoubt("connection dropped")]
    await owed.due()
    at_once = await owed.desk.write(shown)

    for _ in range(3):
        await owed.due(minutes=5)

    assert at_once == ["A word."]
    assert len(owed.chat.transcript("@dana")) == 1


async def test_a_note_does_not_wait_for_its_channel(owed: Post) -> None:
    owed.chat.takes = Capacity(channels={"genl-daily": Allowance(both=0)})

    await owed.due()

    assert [said.channel for said in owed.chat.messages.values()] == ["@dana"]


async def test_a_note_whose_worker_died_is_shown_and_not_said_again(owed: Post) -> None:
    (errand,) = (await owed.desk.write(delivering.claim, owed.now, ALL)).errands
    await owed.chat.post(errand.classroom.address, (), key=errand.delivery.key)

    await owed.due(seconds=20)
    await owed.due(seconds=23)

    assert await owed.desk.write(shown) == ["A word."]
    assert len(owed.chat.of(errand.delivery.key)) == 1


async def test_a_note_that_was_taken_over_and_then_arrived_is_not_shown(owed: Post) -> None:
    (errand,) = (await owed.desk.write(delivering.claim, owed.now, ALL)).errands
    await owed.due(seconds=20)
    message = await owed.chat.post(errand.classroom.address, (), key=errand.delivery.key)

    await owed.desk.write(delivering.arrived, errand, message, owed.now)
    await owed.due(seconds=23)

    assert await owed.desk.write(shown) == []


async def test_a_note_that_was_surely_not_said_is_said_later(owed: Post) -> None:
    owed.chat.fail_before = [TryLater("slow down", after=2)]
    await owed.due()

    await owed.due(seconds=3)

    assert len(owed.chat.transcript("@dana")) == 1
