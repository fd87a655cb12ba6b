"""How long a look and a message may take, in a time that nobody has to wait for."""

from bot.port import InDoubt
from bot.store.database import Database
from tests.builders import a_classroom
from tests.fakes.leaping_loop import LeapingDesk, leaping
from tests.fakes.post_office import Post


async def in_doubt(database: Database, *, look: float, post: float) -> Post:
    """A card that was lost on its way is looked for and sent, each of which takes so long."""
    desk = LeapingDesk(database)
    desk.start()
    await desk.write(a_classroom)
    office = Post(desk)
    office.chat.fail_before = [InDoubt("connection dropped")]
    await office.due()
    office.chat.slow_look, office.chat.slow_post = look, post
    await office.due(seconds=6)
    await desk.stop()
    return office


def test_a_slow_look_leaves_the_message_all_its_time(database: Database) -> None:
    office = leaping(in_doubt(database, look=5.9, post=11.9))

    assert len(office.chat.of("open:1")) == 1


def test_a_look_that_takes_too_long_sends_nothing(database: Database) -> None:
    office = leaping(in_doubt(database, look=6.1, post=0))

    assert office.chat.lookups == ["open:1"]
    assert office.chat.messages == {}


def test_a_message_that_takes_too_long_is_given_up(database: Database) -> None:
    office = leaping(in_doubt(database, look=0, post=12.1))

    assert office.chat.messages == {}
