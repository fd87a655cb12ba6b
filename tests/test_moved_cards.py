"""A card in doubt whose classroom moves: it is looked for where it may be, until it is certain that it is not there."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import Connection

from bot.core.classroom import Classroom, ClassroomState
from bot.core.posting import ClassroomId
from bot.port import InDoubt, Refused, TryLater
from bot.store import classrooms
from bot.store.database import Database
from bot.tutor import setup
from tests.builders import a_classroom
from tests.fakes.leaping_loop import LeapingDesk, leaping
from tests.fakes.post_office import Post

HERE, BESIDE, BEYOND = "genl-daily", "quiz-lounge", "exam-room"


def the_classroom(tx: Connection) -> Classroom:
    found = classrooms.get_classroom(tx, ClassroomId(1))
    assert found is not None
    return found


def move_to(channel: str) -> Callable[[Connection], Classroom]:
    return lambda tx: setup.move(tx, the_classroom(tx), channel)


async def in_doubt(post: Post, *, there: bool) -> None:
    """A card whose answer was lost, and a classroom that has moved since."""
    lost = post.chat.fail_after if there else post.chat.fail_before
    lost.append(InDoubt("connection dropped"))
    await post.due()
    await post.desk.write(move_to(BESIDE))


async def test_it_is_looked_for_where_it_was_tried(post: Post) -> None:
    await in_doubt(post, there=True)

    await post.due(seconds=6)

    assert post.chat.looked_in == [HERE]
    assert [said.channel for said in post.chat.of("open:1")] == [HERE]
    assert (await post.states())["open:1"] == ("sent", "")


async def test_looks_that_fail_do_not_lose_the_channel(post: Post) -> None:
    await in_doubt(post, there=True)
    post.chat.fail_look = [TryLater("history is limited", after=1), InDoubt("timeout")]

    for _ in range(3):
        await post.due(seconds=11)

    assert post.chat.looked_in == [HERE, HERE, HERE]
    assert [said.channel for said in post.chat.of("open:1")] == [HERE]


async def test_what_is_not_there_is_sent_where_the_classroom_is(post: Post) -> None:
    await in_doubt(post, there=False)

    await post.due(seconds=6)

    assert [said.channel for said in post.chat.of("open:1")] == [BESIDE]


async def test_the_new_channel_is_known_before_anything_is_sent_there(post: Post) -> None:
    await in_doubt(post, there=False)
    post.chat.fail_after = [InDoubt("connection dropped")]
    await post.due(seconds=6)
    await post.desk.write(move_to(BEYOND))

    await post.due(seconds=6)

    assert post.chat.looked_in == [HERE, BESIDE]
    assert [said.channel for said in post.chat.of("open:1")] == [BESIDE]


async def test_a_card_that_is_known_not_to_be_there_is_not_looked_for_there(post: Post) -> None:
    await in_doubt(post, there=False)
    post.chat.broken_channels[BESIDE] = Refused("the channel is archived.", gone=True)
    await post.due(seconds=6)
    await post.desk.write(move_to(BEYOND))

    await post.desk.write(lambda tx: setup.resume(tx, the_classroom(tx), post.now))
    await post.courier.deliver()

    assert post.chat.looked_in == [HERE]
    assert [said.channel for said in post.chat.of("open:1")] == [BEYOND]


async def test_a_channel_that_is_left_and_gone_does_not_pause_the_classroom(post: Post) -> None:
    await in_doubt(post, there=True)
    post.chat.fail_look = [Refused("the channel is gone.", gone=True)]

    await post.due(seconds=6)

    classroom = await post.desk.read(the_classroom)
    assert classroom.state is ClassroomState.ACTIVE
    assert "the channel is gone." in post.chat.transcript("@dana")[0]
    assert [said.channel for said in post.chat.of("open:1")] == [HERE]


def test_who_was_overtaken_while_looking_sends_nothing(database: Database) -> None:
    async def story() -> Post:
        desk = LeapingDesk(database)
        desk.start()
        await desk.write(a_classroom)
        post = Post(desk)
        await in_doubt(post, there=False)
        post.now += timedelta(seconds=6)
        post.chat.slow_look = 5
        other = post.another(ahead=timedelta(hours=1))
        looking = asyncio.create_task(post.courier.deliver())
        await asyncio.sleep(1)
        await other.deliver()
        post.now += timedelta(seconds=23)
        await other.deliver()
        await looking
        await desk.stop()
        return post

    post = leaping(story())

    assert post.chat.looked_in == [HERE, HERE]
    assert [said.channel for said in post.chat.of("open:1")] == [BESIDE]
