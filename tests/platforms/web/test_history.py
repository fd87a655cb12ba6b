from bot.platforms.web.history import READ, newest_part
from bot.store.database import Database
from bot.store.web_messages import WebMessage, add_web_message
from tests.platforms.web.builders import NINE, Tags
from tests.platforms.web.visitor import Visitor


def said(count: int, *, only_for: str | None = None) -> list[WebMessage]:
    message = WebMessage(channel="genl-daily", key="", sender="Ada", html="Hello", at=NINE, only_for=only_for)
    return [message] * count


def test_a_short_log_is_shown_whole() -> None:
    log = [*said(200), *said(5, only_for="ada")]

    assert newest_part(log) == log


def test_of_a_long_log_the_newest_two_hundred_are_shown() -> None:
    log = [*said(1, only_for="ada"), *said(1), *said(200)]

    assert newest_part(log) == log[2:]


def test_private_messages_push_no_question_out() -> None:
    log = [*said(200), *said(300, only_for="ada")]

    assert newest_part(log) == log


def test_no_page_is_longer_than_what_is_read() -> None:
    assert len(newest_part(said(READ + 1, only_for="ada"))) == READ


async def test_the_page_says_that_older_messages_are_not_shown(ada: Visitor, database_url: str) -> None:
    before = Tags(await ada.page())
    _write(database_url, said(200))

    after = Tags(await ada.page())

    assert "hidden" in before.named("p", id="older")[0]
    assert "hidden" not in after.named("p", id="older")[0]
    assert len(after.named("article")) == 200


def _write(database_url: str, messages: list[WebMessage]) -> None:
    database = Database(database_url)
    with database.writer.begin() as tx:
        for message in messages:
            add_web_message(tx, message)
    database.close()
