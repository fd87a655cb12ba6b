"""The live count: many answers become few edits, and none after the close."""

import asyncio
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection

from bot.core.address import Platform
from bot.core.posting import ClassroomId, PostingId
from bot.live_count import APART, LiveCount
from bot.port import Refused, TryLater
from bot.store import classrooms, postings
from bot.tutor import answering, counting, opening
from tests.builders import a_click
from tests.fakes.post_office import Post

QUESTION = PostingId(1)


@pytest.fixture
def count(post: Post) -> LiveCount:
    return LiveCount(post.desk, {Platform.WEB: post.chat}, lambda: post.now)


async def answered(post: Post, count: LiveCount, *people: str) -> None:
    for person in people:
        await post.desk.submit(answering.record, a_click(QUESTION, person, at=post.now))
        count.touch(QUESTION)


def ask_extra(tx: Connection, now: datetime) -> PostingId:
    classroom = classrooms.get_classroom(tx, ClassroomId(1))
    assert classroom is not None
    return opening.ask_extra(tx, classroom, topic=None, minutes=None, now=now).id


def card(post: Post) -> str:
    return post.chat.of("open:1")[0].text


async def test_fifty_answers_are_one_edit(post: Post, count: LiveCount) -> None:
    await post.due()
    await answered(post, count, *(f"learner{n}" for n in range(50)))

    await count.flush()

    assert "50 answered" in card(post)
    assert post.chat.of("open:1")[0].edits == 1


async def test_edits_of_one_card_keep_their_distance(post: Post, count: LiveCount) -> None:
    await post.due()
    await answered(post, count, "ada")
    await count.flush()
    await answered(post, count, "ben")

    await count.flush()
    early = card(post)
    post.now += APART
    await count.flush()

    assert "1 answered" in early
    assert "2 answered" in card(post)


async def test_the_count_of_another_worker_that_died_is_recalled_once_it_is_quiet(post: Post) -> None:
    await post.due()
    await post.desk.submit(answering.record, a_click(QUESTION, "ada", at=post.now))

    recalled = [
        await post.desk.read(counting.quietly_miscounted, post.now + timedelta(seconds=seconds))
        for seconds in (5, 16, 24 * 3600)
    ]

    assert recalled == [[], [QUESTION], [QUESTION]]


async def test_a_count_that_was_refused_is_recalled_until_it_is_shown(post: Post, count: LiveCount) -> None:
    await post.due()
    post.chat.fail_before = [Refused("may not edit", gone=False)]
    await answered(post, count, "ada")
    await count.flush()
    post.now += timedelta(minutes=5)

    [recalled] = await post.desk.read(counting.quietly_miscounted, post.now)
    count.touch(recalled)
    await count.flush()

    assert "1 answered" in card(post)
    assert await post.desk.read(counting.quietly_miscounted, post.now) == []


async def test_a_recalled_count_that_is_right_is_not_edited_again(post: Post, count: LiveCount) -> None:
    await post.due()
    await answered(post, count, "ada")
    await count.flush()
    another = LiveCount(post.desk, {Platform.WEB: post.chat}, lambda: post.now)

    another.touch(QUESTION)
    await another.flush()
    early = post.chat.of("open:1")[0].edits
    await answered(post, another, "ben")
    post.now += APART
    await another.flush()

    assert early == 1
    assert "2 answered" in card(post)


async def test_a_count_of_a_platform_that_is_spoken_elsewhere_is_left_to_others(post: Post, count: LiveCount) -> None:
    await post.due()
    await answered(post, count, "ada")
    elsewhere = LiveCount(post.desk, {}, lambda: post.now)
    elsewhere.touch(QUESTION)

    await elsewhere.flush()
    await count.flush()

    assert "1 answered" in card(post)


async def test_nothing_is_edited_without_an_answer(post: Post, count: LiveCount) -> None:
    await post.due()

    await count.flush()

    assert post.chat.of("open:1")[0].edits == 0


async def test_a_count_that_comes_after_the_close_is_dropped(post: Post, count: LiveCount) -> None:
    await post.due()
    await answered(post, count, "ada")
    await post.due(days=1)
    closed = card(post)

    await count.flush()

    assert card(post) == closed
    assert "[A]" not in closed


@pytest.mark.parametrize("error", [TryLater("slow down"), ConnectionResetError("reset"), TimeoutError()], ids=repr)
async def test_a_count_edit_that_failed_is_tried_again(post: Post, count: LiveCount, error: BaseException) -> None:
    await post.due()
    await answered(post, count, "ada")
    post.chat.fail_before = [error]
    await count.flush()

    post.now += timedelta(seconds=21)
    await count.flush()

    assert "1 answered" in card(post)


async def test_a_count_for_which_there_is_no_room_is_shown_when_there_is(post: Post, count: LiveCount) -> None:
    await post.due()
    await answered(post, count, "ada")
    post.chat.full.add("genl-daily")
    await count.flush()
    early = post.chat.of("open:1")[0].edits

    post.chat.full.clear()
    post.now += APART
    await count.flush()

    assert early == 0
    assert "1 answered" in card(post)


async def test_a_count_waits_while_somebody_else_edits_the_card(post: Post, count: LiveCount) -> None:
    await post.due()
    await answered(post, count, "ada")
    held = await post.desk.write(
        lambda tx: postings.take_edit_lease(tx, QUESTION, now=post.now, until=post.now + timedelta(seconds=20))
    )
    await count.flush()
    early = post.chat.of("open:1")[0].edits

    post.now += timedelta(seconds=21)
    await count.flush()

    assert (held, early, post.chat.of("open:1")[0].edits) == (True, 0, 1)


async def test_a_hanging_edit_holds_up_no_other(post: Post, count: LiveCount) -> None:
    await post.due()
    extra = await post.desk.write(ask_extra, post.now)
    await post.due()
    await answered(post, count, "ada")
    await post.desk.submit(answering.record, a_click(extra, at=post.now))
    count.touch(extra)
    post.chat.held["1"] = asyncio.Event()

    flushing = asyncio.create_task(count.flush())
    async with asyncio.timeout(30):
        while "1 answered" not in post.chat.of("open:2")[0].text:  # noqa: ASYNC110 - the chat has no event
            await asyncio.sleep(0.01)
    early = post.chat.of("open:1")[0].edits
    post.chat.held["1"].set()
    await flushing

    assert (early, post.chat.of("open:1")[0].edits) == (0, 1)


async def test_a_count_edit_leaves_the_card_free_for_the_close(post: Post, count: LiveCount) -> None:
    await post.due()
    await answered(post, count, "ada")
    await count.flush()

    await post.due(days=1)

    assert "1 answered" in card(post)
    assert post.chat.of("open:1")[0].edits == 2


async def test_a_count_edit_that_lands_after_the_close_does_not_bring_the_buttons_back(
    post: Post, count: LiveCount
) -> None:
    await post.due()
    await answered(post, count, "ada")
    (number,) = post.chat.messages
    post.chat.held[number] = asyncio.Event()
    counting = asyncio.create_task(count.flush())
    await asyncio.sleep(0.05)
    late = post.chat.held.pop(number)

    await post.due(days=1)
    late.set()
    await counting
    await post.due(seconds=1)

    assert "[A]" not in card(post)
