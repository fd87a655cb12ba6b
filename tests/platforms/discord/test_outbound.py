"""Messages with their keys, found again by them, and pictures that edits keep."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.cards.blocks import AnswerButtons, Card, Heading, Mention, Note, Picture, Prose
from bot.core.address import PersonKey
from bot.core.posting import PostingId
from bot.core.question import PackId
from bot.core.question import Picture as PictureFile
from bot.platforms.discord.people import workspace_key
from bot.platforms.discord.render import marker
from bot.port import Marked, Refused
from tests.fakes.discord.routes import Route
from tests.fakes.discord.state import bits
from tests.fakes.discord.words import words
from tests.platforms.discord.conftest import Line

CONTENT = Path(__file__).parents[3] / "content"
CARD: Card = (
    Heading(text="Question 1"),
    Prose(markdown="Why @everyone and `__init__`?"),
    AnswerButtons(posting=PostingId(1), letters=("A", "B")),
)
WITH_PICTURE: Card = (*CARD, Picture(file=PictureFile(pack=PackId("p"), file="load.png", alt="Two bars")))


def marked(key: str, **ago: float) -> Marked:
    return Marked(key=key, since=datetime.now(UTC) - timedelta(**ago))


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


async def test_a_message_of_somebody_else_with_the_mark_is_not_ours(line: Line) -> None:
    posted = await line.chat.post(line.address, CARD, key="open:1")
    line.messages[0].author = line.guild.owner

    assert posted.message == str(line.messages[0].id)
    assert await line.chat.find_marked(line.address, marked("open:1")) is None


async def test_a_message_from_long_before_is_not_the_one(line: Line) -> None:
    await line.chat.post(line.address, CARD, key="open:1")

    ahead = Marked(key="open:1", since=datetime.now(UTC) + timedelta(hours=2))
    assert await line.chat.find_marked(line.address, ahead) is None


async def test_a_clock_that_is_minutes_off_overlooks_nothing(line: Line) -> None:
    posted = await line.chat.post(line.address, CARD, key="open:1")

    ahead = Marked(key="open:1", since=datetime.now(UTC) + timedelta(minutes=20))
    assert await line.chat.find_marked(line.address, ahead) == posted


async def test_the_same_message_sent_again_at_once_is_there_once(line: Line) -> None:
    first = await line.chat.post(line.address, CARD, key="open:1")

    assert await line.chat.post(line.address, CARD, key="open:1") == first
    assert len(line.messages) == 1


async def test_a_reply_is_found_in_the_thread_or_below_the_question(line: Line) -> None:
    question = await line.chat.post(line.address, CARD, key="open:1")
    in_thread = await line.chat.reply(line.address, question, CARD, key="reveal:1:1")
    await line.world.changes.forbid(line.room, "send_messages_in_threads")
    below = await line.chat.reply(line.address, question, CARD, key="reveal:1:2")

    found = [
        await line.chat.find_marked(line.address, marked(key), thread=question) for key in ("reveal:1:1", "reveal:1:2")
    ]

    assert found == [in_thread, below]
    assert in_thread.channel == question.message
    assert below.channel == question.channel


async def test_a_reply_is_looked_for_where_no_thread_was_begun(line: Line) -> None:
    question = await line.chat.post(line.address, CARD, key="open:1")

    assert await line.chat.find_marked(line.address, marked("reveal:1:1"), thread=question) is None


async def test_an_empty_channel_is_proof_only_if_its_history_may_be_read(line: Line) -> None:
    assert await line.chat.find_marked(line.address, marked("open:1")) is None
    await line.world.changes.forbid(line.room, "read_message_history")

    with pytest.raises(Refused, match="Read Message History"):
        await line.chat.find_marked(line.address, marked("open:1"))


async def test_an_edit_replaces_everything_but_the_key_and_calls_nobody(line: Line) -> None:
    role = await line.world.places.role(line.guild, "Everyone who learns")
    posted = await line.chat.post(line.address, CARD, key="open:1")

    await line.chat.edit(line.address, posted, (Mention(who=str(role.id)), Heading(text="Closed")), key="open:1")

    assert "### Closed" in words(line.messages[0])
    assert line.world.seen.pings() == []
    assert line.messages[0].components[0]["id"] == marker("open:1")


@pytest.mark.parametrize(("who", "called"), [("here", "@here"), ("everyone", "@everyone")])
async def test_a_post_calls_those_whom_its_card_mentions_and_nobody_else(line: Line, who: str, called: str) -> None:
    line.guild.roles[0].permissions |= bits(["mention_everyone"])
    card: Card = (Mention(who=who), *CARD, Note(text=f"<@{line.guild.owner.id}>"))

    await line.chat.post(line.address, card, key="open:1")

    assert line.world.seen.pings() == [called]


async def test_a_post_without_a_mention_calls_nobody_whatever_stands_in_it(line: Line) -> None:
    role = await line.world.places.role(line.guild, "Mods")
    text = f"@everyone @here <@{line.guild.owner.id}> <@&{role.id}>"

    await line.chat.post(line.address, (Heading(text=text), Prose(markdown=text), Note(text=text)), key="open:1")

    assert line.world.seen.pings() == []


async def test_a_picture_goes_with_the_message_and_stays_with_every_edit(line: Line, picture: Card) -> None:
    posted = await line.chat.post(line.address, picture, key="open:1")

    await line.chat.edit(line.address, posted, (*picture, Note(text="1 answered")), key="open:1")

    assert "[image Two bars]" in words(line.messages[0])
    assert [each["filename"] for each in line.messages[0].attachments] == ["load.png"]
    assert [len(call.uploads) for call in line.world.calls if call.route in {Route.SEND, Route.EDIT}] == [1, 0]


async def test_a_picture_that_is_not_there_is_told_in_words(line: Line) -> None:
    await line.chat.post(line.address, WITH_PICTURE, key="open:1")

    assert "Picture: Two bars" in words(line.messages[0])
    assert line.messages[0].attachments == []


async def test_a_picture_that_came_later_comes_with_the_next_edit(line: Line) -> None:
    posted = await line.chat.post(line.address, WITH_PICTURE, key="open:1")
    (line.folder / "load.png").write_bytes(next(CONTENT.rglob("*.png")).read_bytes())

    await line.chat.edit(line.address, posted, WITH_PICTURE, key="open:1")

    assert "[image Two bars]" in words(line.messages[0])


async def test_a_direct_message_reaches_its_person_alone(line: Line) -> None:
    ada = await line.world.places.member(line.guild, "ada")
    person = PersonKey(workspace=workspace_key(line.guild.id), person=str(ada.id))

    await line.chat.direct(person, (Heading(text="Hello"),), key="note:1")

    assert line.world.seen.direct(ada) == ["### Hello"]
    assert line.messages == []


async def test_what_a_channel_takes_no_more_of_now_is_told(line: Line) -> None:
    await line.chat.post(line.address, CARD, key="open:1")

    assert line.chat.capacity().channels[line.address.channel].both == 2


async def test_a_channel_of_another_platform_is_refused_for_good(line: Line) -> None:
    with pytest.raises(Refused) as raised:
        await line.chat.post(replace(line.address, channel="C0123ABC"), CARD, key="open:1")

    assert raised.value.gone
