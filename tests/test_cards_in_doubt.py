"""A card in doubt whose classroom goes on: what is done without it, and what waits until it is found or not."""

from datetime import timedelta

from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.core.posting import ClassroomId
from bot.port import InDoubt, TryLater
from bot.store import classrooms, deliveries
from bot.tutor import closing, setup
from tests.fakes.post_office import Post


def here(tx: Connection) -> Classroom:
    found = classrooms.get_classroom(tx, ClassroomId(1))
    assert found is not None
    return found


async def test_a_card_that_never_came_is_not_posted_where_the_classroom_was_removed(post: Post) -> None:
    post.chat.fail_before = [InDoubt("dropped")]
    await post.due()
    await post.desk.write(lambda tx: setup.remove(tx, here(tx), post.now))

    await post.due(seconds=8)

    assert post.chat.of("open:1") == []
    assert (await post.states())["open:1"][0] == "dropped"


async def test_what_follows_a_card_in_doubt_is_neither_claimed_nor_called_overdue(post: Post) -> None:
    post.chat.fail_after = [InDoubt("dropped")]
    await post.due()
    post.chat.fail_look = [TryLater("later", after=3600)]
    await post.due(seconds=6)
    await post.desk.write(lambda tx: closing.close_now(tx, here(tx), None, post.now))

    later = post.now + timedelta(minutes=10)
    claimable = await post.desk.read(deliveries.anything_due, later)
    overdue = await post.desk.read(deliveries.overdue_of, ClassroomId(1), later)
    await post.due(hours=1)

    assert not claimable
    assert overdue == []
    assert {state for state, _ in (await post.states()).values()} == {"sent"}
