"""Messages with their keys, found again by them, and pictures that are uploaded once."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.cards.blocks import AnswerButtons, Card, Heading, Mention, Note, Picture, Prose
from bot.core.address import PersonKey
from bot.core.posting import PostingId
from bot.core.question import PackId
from bot.core.question import Picture as PictureFile
from bot.port import Marked, TryLater
from tests.fakes.slack.faults import Delay, Word
from tests.platforms.slack.conftest import Line

CONTENT = Path(__file__).parents[3] / "content"
CARD: Card = (
    Heading(text="Question 1"),
    Prose(markdown="Why <!here> and `__init__`?"),
    AnswerButtons(posting=PostingId(1), letters=("A", "B")),
)
WITH_PICTURE: Card = (*CARD, Picture(file=PictureFile(pack=PackId("p"), file="load.png", alt="Two bars")))


def marked(key: str, *, tries: int = 1, **ago: float) -> Marked:
    return Marked(key=key, since=datetime.now(UTC) - timedelta(**ago), tries=tries)


def uploads(line: Line) -> int:
    return sum(call.method == "files.completeUploadExternal" for call in line.world.calls)


@pytest.fixture
def picture(line: Line) -> Card:
    found = next(CONTENT.rglob("*.png"))
    (line.folder / "load.png").write_bytes(found.read_bytes())
    return WITH_PICTURE


async def test_a_message_is_found_by_its_key(line: Line) -> None:
    posted = await line.chat.post(line.address, CARD, key="open:1")
    await line.chat.post(line.address, CARD, key="open:11")

    assert await line.chat.find_marked(line.address, marked("open:1")) == posted
    assert await line.chat.find_marked(line.address, marked("open:2")) is None


async def test_an_edit_keeps_the_key_and_calls_nobody(line: Line) -> None:
    posted = await line.chat.post(line.address, CARD, key="open:1")

    await line.chat.edit(line.address, posted, (Heading(text="Closed <!channel>"),), key="open:1")

    (message,) = line.room.messages
    assert message.read() == "Closed <!channel>"
    assert message.pings() == []
    assert await line.chat.find_marked(line.address, marked("open:1")) == posted


async def test_the_one_mention_of_an_opening_calls_and_content_never_does(line: Line) -> None:
    await line.chat.post(line.address, (Mention(who="here"), *CARD), key="open:1")

    (message,) = line.room.messages
    assert message.pings() == ["<!here>"]


async def test_a_reply_is_found_in_its_thread(line: Line) -> None:
    card = await line.chat.post(line.address, CARD, key="open:1")
    reply = await line.chat.reply(line.address, card, (Heading(text="Answer"),), key="reveal:1:1")

    assert await line.chat.find_marked(line.address, marked("reveal:1:1"), thread=card) == reply
    assert [said.read() for said in line.room.thread(card.message)] == ["Answer"]


async def chatter(line: Line, messages: int = 500) -> None:
    ada = line.world.person("Ada", line.team)
    for number in range(messages):
        line.world.admin.say(ada, line.room, f"chatter {number}")


def looks(line: Line) -> int:
    return sum(call.method == "conversations.history" for call in line.world.calls)


async def test_a_look_that_slack_makes_pause_goes_on_where_it_stopped(line: Line) -> None:
    posted = await line.chat.post(line.address, CARD, key="open:1")
    await chatter(line, 400)
    line.world.rates.history = True

    with pytest.raises(TryLater):
        await line.chat.find_marked(line.address, marked("open:1", tries=2, minutes=5))
    line.world.rates.history = False
    line.calls._paused.clear()
    before = looks(line)
    found = await line.chat.find_marked(line.address, marked("open:1", tries=3, minutes=5))

    assert found == posted
    assert looks(line) - before <= 2


async def test_a_look_that_takes_too_long_goes_on_where_it_was_given_up(line: Line) -> None:
    posted = await line.chat.post(line.address, CARD, key="open:1")
    await chatter(line, 500)
    line.world.faults.add("conversations.history", Delay(0), Delay(0), Delay(asyncio.Event()))

    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await line.chat.find_marked(line.address, marked("open:1", tries=2, minutes=5))
    before = looks(line)
    found = await line.chat.find_marked(line.address, marked("open:1", tries=3, minutes=5))

    assert found == posted
    assert looks(line) - before == 1


async def test_a_message_is_found_long_after_it_was_owed(line: Line) -> None:
    posted = await line.chat.post(line.address, CARD, key="open:1")

    assert await line.chat.find_marked(line.address, marked("open:1", days=90)) == posted


async def test_a_look_begins_anew_when_another_worker_had_it_between(line: Line) -> None:
    await chatter(line)
    line.world.rates.history = True
    with pytest.raises(TryLater):
        await line.chat.find_marked(line.address, marked("open:1", tries=2, minutes=5))
    line.world.rates.history = False
    line.calls._paused.clear()

    posted = await line.chat.post(line.address, CARD, key="open:1")

    assert await line.chat.find_marked(line.address, marked("open:1", tries=4, minutes=5)) == posted


async def test_a_message_is_found_among_many(line: Line) -> None:
    posted = await line.chat.post(line.address, CARD, key="open:1")
    await chatter(line)

    assert await line.chat.find_marked(line.address, marked("open:1", minutes=5)) == posted


async def test_a_message_is_found_by_a_clock_that_was_set_forward(line: Line) -> None:
    posted = await line.chat.post(line.address, CARD, key="open:1")

    assert await line.chat.find_marked(line.address, marked("open:1", minutes=-59)) == posted


async def test_a_direct_message_reaches_its_person(line: Line) -> None:
    ada = line.world.person("Ada", line.team)
    person = PersonKey(workspace=line.address.workspace, person=ada.id)

    await line.chat.direct(person, (Note(text="a word"),), key="note:1")

    assert line.team.direct(ada).transcript() == ["a word"]


async def test_a_picture_is_uploaded_once_and_shown_with_its_words(line: Line, picture: Card) -> None:
    await line.chat.post(line.address, picture, key="open:1")
    await line.chat.post(line.address, picture, key="open:2")

    assert uploads(line) == 1
    shown = [block for message in line.room.messages for block in message.blocks if block["type"] == "image"]
    assert [block["alt_text"] for block in shown] == ["Two bars", "Two bars"]


async def test_a_picture_that_slack_takes_in_slowly_is_waited_for(line: Line, picture: Card) -> None:
    line.world.faults.add("chat.postMessage", Word("invalid_blocks"))

    with pytest.raises(TryLater):
        await line.chat.post(line.address, picture, key="open:1")
    await line.chat.post(line.address, picture, key="open:1")

    assert uploads(line) == 1
    assert len(line.room.messages) == 1


async def test_a_picture_that_was_deleted_there_is_uploaded_again(line: Line, picture: Card) -> None:
    await line.chat.post(line.address, picture, key="open:1")
    line.now += timedelta(days=30)
    line.world.faults.add("chat.postMessage", Word("invalid_blocks"))

    with pytest.raises(TryLater):
        await line.chat.post(line.address, picture, key="open:2")
    await line.chat.post(line.address, picture, key="open:2")

    assert uploads(line) == 2


async def test_a_picture_without_its_file_leaves_its_words(line: Line) -> None:
    await line.chat.post(line.address, WITH_PICTURE, key="open:1")

    assert "Two bars" in line.room.messages[0].read()
    assert uploads(line) == 0


async def test_a_channel_of_another_workspace_is_not_written_to(line: Line) -> None:
    other = line.world.workspace("bolt")
    elsewhere = replace(line.address, channel=other.channel("daily").id)

    with pytest.raises(Exception, match="the channel is gone"):
        await line.chat.post(elsewhere, CARD, key="open:1")


async def test_what_a_channel_takes_no_more_of_now_is_told(line: Line) -> None:
    await line.chat.post(line.address, CARD, key="open:1")

    assert line.chat.capacity().channels[line.address.channel].messages == 1
