"""How long a look, a message and a count may take, in a time that nobody has to wait for."""

from bot.core.address import Platform
from bot.core.posting import PostingId
from bot.live_count import LiveCount
from bot.port import InDoubt
from bot.store.database import Database
from bot.tutor import answering
from tests.builders import a_classroom, a_click
from tests.fakes.leaping_loop import LeapingDesk, SlowDesk, leaping
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


async def counted(database: Database, *, claim: float) -> Post:
    """An answer is counted over a database that takes so long to give the right to edit."""
    desk = SlowDesk(database)
    desk.start()
    await desk.write(a_classroom)
    office = Post(desk)
    await office.due()
    await desk.submit(answering.record, a_click(PostingId(1), "ada", at=office.now))
    count = LiveCount(desk, {Platform.WEB: office.chat}, lambda: office.now)
    count.touch(PostingId(1))
    desk.slow = claim
    await count.flush()
    await desk.stop()
    return office


def test_a_count_has_all_the_time_of_an_edit_once_it_may_be_made(database: Database) -> None:
    office = leaping(counted(database, claim=2.9))

    assert "1 answered" in office.chat.of("open:1")[0].text


def test_a_count_whose_right_to_be_made_has_almost_ended_is_left(database: Database) -> None:
    office = leaping(counted(database, claim=3.1))

    assert office.chat.of("open:1")[0].edits == 0
