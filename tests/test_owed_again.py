"""Edits and reveals that failed: a card that arrives is a sign that they may arrive as well."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.core.posting import ClassroomId
from bot.port import Refused, TryLater
from bot.store import classrooms
from bot.tutor import closing, opening, setup
from tests.fakes.post_office import Post

HERE, BESIDE = "genl-daily", "quiz-lounge"


def close_now(tx: Connection, post: Post) -> None:
    classroom = classrooms.get_classroom(tx, ClassroomId(1))
    assert classroom is not None
    closing.close_now(tx, classroom, None, post.now)


def move_away(tx: Connection) -> None:
    classroom = classrooms.get_classroom(tx, ClassroomId(1))
    assert classroom is not None
    setup.move(tx, classroom, BESIDE)


def ask_one_more(tx: Connection, post: Post) -> None:
    classroom = classrooms.get_classroom(tx, ClassroomId(1))
    assert classroom is not None
    opening.ask_extra(tx, classroom, topic=None, minutes=None, now=post.now)


@pytest.fixture
async def failed(post: Post) -> Post:
    """A post office whose first question closed while its channel was gone."""
    await post.due()
    post.chat.broken_channels[HERE] = Refused("the channel is archived.", gone=True)
    await post.desk.write(close_now, post)
    await post.courier.deliver()
    return post


async def test_the_note_about_them_says_what_brings_them_back(failed: Post) -> None:
    (told,) = failed.chat.transcript("@dana")

    assert "A message could not be sent: the channel is archived. Then use /classroom resume." in told


async def test_a_note_about_what_will_be_tried_again_asks_for_nothing(post: Post) -> None:
    post.chat.broken_channels[HERE] = Refused("the bot may not write here.", gone=False)

    await post.due()

    (told,) = post.chat.transcript("@dana")
    assert "resume" not in told


async def test_a_refusal_is_told_after_another_setback_and_once(post: Post) -> None:
    post.chat.broken_channels[HERE] = TryLater("no answer")
    await post.due()
    post.chat.broken_channels[HERE] = Refused("the bot may not write here.", gone=False)

    for _ in range(3):
        await post.due(minutes=10)

    (told,) = post.chat.transcript("@dana")
    assert "may not write here" in told


async def test_those_of_long_ago_are_left_alone(failed: Post) -> None:
    failed.now += timedelta(days=8)
    failed.chat.broken_channels.clear()

    await failed.desk.write(ask_one_more, failed)
    await failed.courier.deliver()

    assert failed.chat.of("reveal:1:1") == []


async def test_they_come_when_a_card_arrives(failed: Post) -> None:
    failed.chat.broken_channels.clear()

    await failed.desk.write(ask_one_more, failed)
    await failed.courier.deliver()

    assert {key: state for key, (state, _) in (await failed.states()).items() if ":1" in key and "note" not in key} == {
        "open:1": "sent",
        "close:1": "sent",
        "reveal:1:1": "sent",
    }
    assert "[A]" not in failed.chat.of("open:1")[0].text


async def test_what_was_told_of_them_is_not_told_anew(failed: Post) -> None:
    await failed.desk.write(move_away)

    for _ in range(3):
        await failed.due(days=1)

    assert len(failed.chat.transcript(BESIDE)) > 3
    assert len(failed.chat.transcript("@dana")) == 1
