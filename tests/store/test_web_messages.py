from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection

from bot.store.web_messages import (
    WebMessage,
    add_web_message,
    edit_web_message,
    newest_moment,
    web_message_with_key,
    web_messages_for,
)
from tests.builders import NINE


def say(
    tx: Connection,
    html: str,
    *,
    channel: str = "genl-daily",
    only_for: str | None = None,
    key: str = "",
    minutes: int = 0,
    thread_of: int | None = None,
) -> WebMessage:
    return add_web_message(
        tx,
        WebMessage(
            channel=channel,
            key=key,
            sender="Trapwise",
            html=html,
            at=NINE + timedelta(minutes=minutes),
            thread_of=thread_of,
            only_for=only_for,
        ),
    )


def seen(tx: Connection, person: str, channel: str = "genl-daily", most: int = 99) -> list[str]:
    return [message.html for message in web_messages_for(tx, channel, person, most)]


def test_a_message_is_kept_in_every_part(tx: Connection) -> None:
    card = say(tx, "<p>A card</p>", key="open:1")
    reply = say(tx, "<p>Correct</p>", only_for="ada", key="reply", minutes=1, thread_of=card.id)

    assert web_messages_for(tx, "genl-daily", "ada", 9) == [card, reply]
    assert card.id != reply.id


def test_a_private_message_is_visible_only_to_its_person(tx: Connection) -> None:
    say(tx, "for all")
    say(tx, "for Ada", only_for="ada")

    assert seen(tx, "ada") == ["for all", "for Ada"]
    assert seen(tx, "ben") == ["for all"]


def test_a_message_stays_in_its_channel(tx: Connection) -> None:
    say(tx, "here")
    say(tx, "there", channel="another")
    say(tx, "there, for Ada", channel="another", only_for="ada")

    assert seen(tx, "ada") == ["here"]


@pytest.mark.parametrize("channel", ["genl-daily", "another"])
def test_a_direct_message_is_in_every_channel_of_its_person(tx: Connection, channel: str) -> None:
    say(tx, "psst", channel="", only_for="ada")

    assert seen(tx, "ada", channel) == ["psst"]
    assert seen(tx, "ben", channel) == []


def test_only_the_newest_are_shown_oldest_first(tx: Connection) -> None:
    for text in ("first", "second", "third"):
        say(tx, text)

    assert seen(tx, "ada", most=2) == ["second", "third"]


def test_what_others_see_alone_takes_no_room(tx: Connection) -> None:
    say(tx, "for all")
    say(tx, "for Ben", only_for="ben")

    assert seen(tx, "ada", most=1) == ["for all"]


def test_an_edit_changes_one_message_and_only_its_content(tx: Connection) -> None:
    card, other = say(tx, "open", key="open:1"), say(tx, "other")

    edited = edit_web_message(tx, card.id, "closed")

    assert edited == replace(card, html="closed")
    assert web_messages_for(tx, "genl-daily", "ada", 9) == [edited, other]


def test_an_edit_of_nothing_is_none(tx: Connection) -> None:
    assert edit_web_message(tx, 99, "closed") is None


def test_a_message_is_found_by_its_key(tx: Connection) -> None:
    say(tx, "other", key="open:2")
    card = say(tx, "card", key="open:1")

    assert web_message_with_key(tx, "open:1", card.at) == card
    assert web_message_with_key(tx, "open:3", card.at) is None


def test_a_message_of_that_key_from_before_is_another_one(tx: Connection) -> None:
    card = say(tx, "card", key="open:1")

    assert web_message_with_key(tx, "open:1", card.at + timedelta(seconds=1)) is None


def test_the_newest_moment_is_the_latest_of_all(tx: Connection) -> None:
    before = newest_moment(tx)
    say(tx, "later", minutes=5)
    say(tx, "sooner")

    assert before is None
    assert newest_moment(tx) == NINE + timedelta(minutes=5)
