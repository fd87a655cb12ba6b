import json

import pytest

from bot.cards.blocks import Card, Heading
from bot.core.address import MessageAddress
from bot.desk import Desk
from bot.platforms.web.outbound import WebChat
from bot.platforms.web.people import PERSONS
from bot.platforms.web.render import Renderer
from bot.platforms.web.stream import Stream
from bot.port import Marked, Refused
from bot.store.web_messages import web_messages_for
from tests.builders import CHANNEL, NINE, a_person


def a_card(text: str = "Hello") -> Card:
    return (Heading(text=text),)


@pytest.fixture
def stream() -> Stream:
    return Stream()


@pytest.fixture
def chat(desk: Desk, stream: Stream) -> WebChat:
    return WebChat(desk, Renderer(), stream, lambda: NINE)


async def _seen(desk: Desk, person: str, channel: str = CHANNEL.channel) -> list[str]:
    return [message.html for message in await desk.read(web_messages_for, channel, person, 100)]


async def test_a_post_is_kept_and_shown_on_open_pages(chat: WebChat, desk: Desk, stream: Stream) -> None:
    with stream.page("ada") as page:
        await chat.post(CHANNEL, a_card(), key="open:1")

        told = json.loads((await anext(page)).partition("data: ")[2])

    assert "Hello" in told["html"]
    assert told["channel"] == CHANNEL.channel
    assert len(await _seen(desk, "ben")) == 1


async def test_an_edit_replaces_the_message(chat: WebChat, desk: Desk) -> None:
    message = await chat.post(CHANNEL, a_card("Before"), key="open:1")

    await chat.edit(CHANNEL, message, a_card("After"), key="close:1")

    (html,) = await _seen(desk, "ada")
    assert "After" in html
    assert "Before" not in html


async def test_an_edit_of_a_message_that_is_gone_is_refused(chat: WebChat) -> None:
    gone = MessageAddress(channel=CHANNEL.channel, message="999")

    with pytest.raises(Refused) as refused:
        await chat.edit(CHANNEL, gone, a_card(), key="close:1")

    assert refused.value.gone


async def test_a_reply_stands_in_the_thread(chat: WebChat, desk: Desk) -> None:
    message = await chat.post(CHANNEL, a_card(), key="open:1")

    await chat.reply(CHANNEL, message, a_card("Answer"), key="reveal:1")

    _, reply = await desk.read(web_messages_for, CHANNEL.channel, "ada", 100)
    assert str(reply.thread_of) == message.message


async def test_a_direct_message_is_seen_by_its_reader_in_every_channel(chat: WebChat, desk: Desk) -> None:
    await chat.direct(a_person("dana").key, a_card("A word"), key="note:1")

    assert len(await _seen(desk, "dana", "quiz-lounge")) == 1
    assert await _seen(desk, "ada") == []


async def test_a_whisper_is_seen_by_one_person_in_its_channel(chat: WebChat, desk: Desk) -> None:
    await chat.whisper(PERSONS[0], CHANNEL.channel, a_card("Psst"))

    assert len(await _seen(desk, "ada")) == 1
    assert await _seen(desk, "ben") == []
    assert await _seen(desk, "ada", "quiz-lounge") == []


async def test_a_message_is_found_by_its_key(chat: WebChat) -> None:
    message = await chat.post(CHANNEL, a_card(), key="open:1")

    assert await chat.find_marked(CHANNEL, Marked(key="open:1", since=NINE)) == message
    assert await chat.find_marked(CHANNEL, Marked(key="open:2", since=NINE)) is None
