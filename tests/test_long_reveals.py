"""A reveal that is too long for one message: a delivery a part, one after the other, each exactly once."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.desk import Desk
from bot.port import InDoubt
from bot.store.database import Database
from tests.builders import a_classroom, a_pack, a_question
from tests.fakes.post_office import Post

LONG = "\n\n".join(f"Reason {number}: " + "because " * 100 for number in range(11))


@pytest.fixture
async def wordy(database: Database) -> AsyncIterator[Post]:
    """A post office whose only question is explained at great length."""
    opened = Desk(database)
    opened.start()
    pack = a_pack(replace(a_question(), explanation=LONG))
    await opened.write(lambda tx: a_classroom(tx, pack=pack))
    yield Post(opened)
    await opened.stop()


def _told(post: Post) -> list[str]:
    return [said.key for said in post.chat.messages.values() if said.key.startswith("reveal:1")]


async def test_its_parts_come_in_order(wordy: Post) -> None:
    await wordy.due()
    await wordy.due(days=1)
    await wordy.due(seconds=2)
    await wordy.due(seconds=2)

    assert _told(wordy) == ["reveal:1:1", "reveal:1:2", "reveal:1:3"]
    assert "Reason 10" in wordy.chat.of("reveal:1:3")[0].text


async def test_a_part_waits_for_the_one_before_it_and_comes_once(wordy: Post) -> None:
    await wordy.due()
    wordy.chat.fail_after = [InDoubt("lost")] * 3
    await wordy.due(days=1)
    await wordy.due(seconds=3)

    assert _told(wordy) == ["reveal:1:1"]

    for _ in range(3):
        await wordy.due(seconds=6)
    assert _told(wordy) == ["reveal:1:1", "reveal:1:2", "reveal:1:3"]
