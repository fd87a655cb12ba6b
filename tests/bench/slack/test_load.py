from collections.abc import AsyncIterator

import pytest

from tests.bench.slack.clicks import learner_id
from tests.bench.slack.inbox import Inbox
from tests.bench.slack.load import Load, NotCounted, drive
from tests.bench.slack.noop_bot import noop_app, noop_button
from tests.bench.slack.served import a_bot_that_says, served


@pytest.fixture
async def inbox() -> AsyncIterator[Inbox]:
    async with Inbox() as opened:
        yield opened


def a_load(*, says: str | None, clicks: int = 1, connections: int = 1, patience: float = 10.0) -> Load:
    people = [learner_id(number) for number in range(clicks)]
    button = noop_button(2, "A")
    return Load(people=people, button=button, connections=connections, says=says, patience=patience)


async def test_every_click_counts_once_over_however_many_connections(inbox: Inbox) -> None:
    async with served(a_bot_that_says("Correct", slack=inbox.api)) as url:
        done = await drive(url, a_load(says="Correct", clicks=7, connections=3), inbox)

    assert len(done.times) == 7


async def test_the_second_part_of_a_reply_changes_nothing(inbox: Inbox) -> None:
    async with served(a_bot_that_says("Correct", "and so on", slack=inbox.api)) as url:
        done = await drive(url, a_load(says="Correct", clicks=2), inbox)

    assert len(done.times) == 2


async def test_where_no_reply_is_asked_for_the_answer_is_enough(inbox: Inbox) -> None:
    async with served(noop_app(inbox.api)) as url:
        done = await drive(url, a_load(says=None, clicks=2), inbox)

    assert len(done.times) == 2


async def test_an_answer_without_a_reply_does_not_count(inbox: Inbox) -> None:
    async with served(noop_app(inbox.api)) as url:
        with pytest.RaisesGroup(pytest.RaisesExc(NotCounted, match="nothing came")):
            await drive(url, a_load(says="Correct", patience=0.1), inbox)


async def test_a_reply_in_other_words_does_not_count(inbox: Inbox) -> None:
    async with served(a_bot_that_says("Something went wrong", slack=inbox.api)) as url:
        with pytest.RaisesGroup(pytest.RaisesExc(NotCounted, match="Something went wrong")):
            await drive(url, a_load(says="Correct"), inbox)


async def test_a_refused_click_does_not_count(inbox: Inbox) -> None:
    async with served(a_bot_that_says("Correct", slack=inbox.api, secret=inbox.api)) as url:
        with pytest.RaisesGroup(pytest.RaisesExc(NotCounted, match="401")):
            await drive(url, a_load(says="Correct"), inbox)
