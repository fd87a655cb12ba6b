"""The courier: exactly one message whatever a platform does, and one channel's trouble stays its own."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from bot.core.address import Platform
from bot.core.classroom import ClassroomState
from bot.core.posting import ClassroomId, PostingState
from bot.courier import Courier
from bot.port import InDoubt, Refused, TryLater
from bot.store import classrooms, deliveries, postings
from bot.store.database import Database
from bot.tutor import closing, delivering, setup
from tests.builders import CHANNEL, EIGHT, NINE, an_admin
from tests.due import take_due
from tests.fakes.post_office import Post

HERE, BESIDE = "genl-daily", "quiz-lounge"
DAY = timedelta(days=1)
ALL = delivering.Wanted(platform=Platform.WEB, most=10)


def close_now(tx: Connection, now: datetime) -> None:
    classroom = classrooms.get_classroom(tx, ClassroomId(1))
    assert classroom is not None
    closing.close_now(tx, classroom, None, now)


def hold_the_card(tx: Connection, until: datetime) -> None:
    (posting,) = postings.open_postings(tx, ClassroomId(1))
    assert postings.take_edit_lease(tx, posting.id, now=NINE, until=until)


async def test_a_due_question_is_posted_and_then_open(post: Post) -> None:
    await post.due()

    (posting,) = await post.desk.read(postings.open_postings, ClassroomId(1))
    assert posting.state is PostingState.OPEN
    assert len(post.chat.of("open:1")) == 1


async def test_a_lost_answer_is_settled_by_looking_and_not_by_sending_again(post: Post) -> None:
    post.chat.fail_after = [InDoubt("connection dropped")]
    await post.due()

    await post.due(seconds=6)

    assert len(post.chat.of("open:1")) == 1
    assert post.chat.lookups == ["open:1"]
    assert (await post.states())["open:1"] == ("sent", "")


async def test_nothing_is_looked_for_in_the_first_five_seconds(post: Post) -> None:
    post.chat.fail_after = [InDoubt("connection dropped")]
    await post.due()

    await post.due(seconds=4.9)

    assert post.chat.lookups == []


async def test_a_message_that_is_not_found_is_sent(post: Post) -> None:
    post.chat.fail_before = [InDoubt("timeout")]
    await post.due()

    await post.due(seconds=6)

    assert post.chat.lookups == ["open:1"]
    assert len(post.chat.of("open:1")) == 1


@pytest.mark.parametrize("error", [ConnectionResetError("reset"), TimeoutError(), OSError("unreachable")])
async def test_network_errors_are_in_doubt(post: Post, error: BaseException) -> None:
    post.chat.fail_after = [error]
    await post.due()

    await post.due(seconds=6)

    assert len(post.chat.of("open:1")) == 1


async def test_a_proved_refusal_is_tried_again_without_a_look(post: Post) -> None:
    post.chat.fail_before = [TryLater("slow down", after=30)]
    await post.due()

    await post.due(seconds=29)
    early = len(post.chat.of("open:1"))
    await post.due(seconds=2)

    assert (early, len(post.chat.of("open:1")), post.chat.lookups) == (0, 1, [])


async def test_retries_wait_longer_each_time(post: Post) -> None:
    post.chat.fail_before = [TryLater("busy") for _ in range(4)]
    moments = []

    for _ in range(40):
        left = len(post.chat.fail_before)
        await post.due(seconds=0.5)
        if len(post.chat.fail_before) < left:
            moments.append(post.now)

    gaps = [(after - before).total_seconds() for before, after in pairwise(moments)]
    assert gaps == [1, 2, 4]


async def test_a_channel_that_is_gone_pauses_its_classroom_and_tells_once(post: Post) -> None:
    post.chat.broken_channels[HERE] = Refused("the channel is archived.", gone=True)
    await post.due()

    classroom = await post.desk.read(classrooms.get_classroom, ClassroomId(1))
    assert classroom is not None
    assert classroom.state is ClassroomState.PAUSED
    (told,) = post.chat.transcript("@dana")
    assert "the channel is archived." in told
    assert "/classroom resume" in told


async def test_after_resume_what_had_failed_is_sent(post: Post) -> None:
    post.chat.broken_channels[HERE] = Refused("the channel is archived.", gone=True)
    await post.due()
    post.chat.broken_channels.clear()

    classroom = await post.desk.read(classrooms.get_classroom, ClassroomId(1))
    assert classroom is not None
    await post.desk.write(setup.resume, classroom, post.now)
    await post.courier.deliver()

    assert len(post.chat.of("open:1")) == 1


async def test_a_missing_permission_is_told_once_and_tried_on(post: Post) -> None:
    post.chat.broken_channels[HERE] = Refused("the bot may not write here.", gone=False)
    for _ in range(4):
        await post.due(minutes=6)
    post.chat.broken_channels.clear()

    await post.due(minutes=6)

    assert len(post.chat.transcript("@dana")) == 1
    assert len(post.chat.of("open:1")) == 1


async def test_a_line_that_reaches_nobody_waits_for_the_next_classroom_answer(post: Post) -> None:
    post.chat.broken_channels = {
        HERE: Refused("the channel is archived.", gone=True),
        "@dana": Refused("direct messages are closed", gone=True),
    }

    await post.due()

    (line,) = await post.desk.write(deliveries.take_unread_notes, ClassroomId(1))
    assert "the channel is archived." in line


async def test_one_channels_trouble_does_not_hold_up_another(post: Post) -> None:
    where = replace(CHANNEL, channel=BESIDE)
    await post.desk.write(lambda tx: setup.set_up(tx, an_admin(), where, setup.Wish(days="daily"), seed="2", now=EIGHT))
    post.chat.broken_channels[HERE] = Refused("the channel is archived.", gone=True)

    await post.due()

    assert len(post.chat.transcript(BESIDE)) == 1


async def test_a_close_waits_for_the_card_it_edits(post: Post) -> None:
    await post.desk.write(take_due, post.now)
    (errand,) = (await post.desk.write(delivering.claim, post.now, ALL)).errands
    await post.desk.write(closing.close_now, errand.classroom, None, post.now)
    await post.courier.deliver()
    before = await post.states()

    message = await post.chat.post(errand.classroom.address, (), key=errand.delivery.key)
    await post.desk.write(delivering.arrived, errand, message, post.now)
    await post.due(seconds=2)

    assert before["close:1"][0] == "due"
    assert {key: state for key, (state, _) in (await post.states()).items()} == {
        "open:1": "sent",
        "close:1": "sent",
        "reveal:1:1": "sent",
    }


async def test_a_question_that_closed_before_it_could_be_sent_is_never_sent(post: Post) -> None:
    post.chat.fail_before = [TryLater("busy", after=2 * 24 * 3600)]
    await post.due()

    await post.due(days=1)
    await post.due(days=2)

    assert post.chat.of("open:1") == []
    assert (await post.states())["open:1"][0] == "dropped"


async def test_a_card_in_doubt_that_is_there_after_the_close_is_adopted_and_closed(post: Post) -> None:
    post.chat.fail_after = [InDoubt("connection dropped")]
    await post.due()
    await post.desk.write(close_now, post.now)

    for _ in range(4):
        await post.due(seconds=3)

    (card,) = post.chat.of("open:1")
    assert "[A]" not in card.text
    assert len(post.chat.of("reveal:1:1")) == 1


async def test_a_card_in_doubt_that_is_not_there_after_the_close_is_not_sent(post: Post) -> None:
    post.chat.fail_before = [InDoubt("connection dropped")]
    await post.due()
    await post.desk.write(close_now, post.now)

    for _ in range(4):
        await post.due(seconds=3)

    assert post.chat.messages == {}
    assert {state for state, _ in (await post.states()).values()} == {"dropped"}


async def test_an_edit_waits_while_somebody_else_edits_the_card(post: Post) -> None:
    await post.due()
    await post.desk.write(hold_the_card, post.now + DAY + timedelta(seconds=20))

    await post.due(days=1)
    held = post.chat.of("open:1")[0].edits
    await post.due(seconds=21)

    assert (held, post.chat.of("open:1")[0].edits) == (0, 1)


async def test_the_closed_card_and_the_reveal_come_once(post: Post) -> None:
    await post.due()

    await post.due(days=1)
    await post.due(seconds=30)

    (card,) = post.chat.of("open:1")
    assert card.edits == 1
    assert len(post.chat.of("reveal:1:1")) == 1


async def test_a_waking_courier_sends_without_being_asked(post: Post) -> None:
    post.desk.on_owed(post.courier.wake)
    working = asyncio.create_task(post.courier.run())

    await post.desk.write(take_due, post.now)
    async with asyncio.timeout(30):
        while not post.chat.of("open:1"):  # noqa: ASYNC110 - the chat has no event
            await asyncio.sleep(0.01)

    working.cancel()
    await post.courier.drain()
    assert len(post.chat.of("open:1")) == 1


async def test_a_claim_that_failed_is_made_again_at_the_next_wake(post: Post, database: Database) -> None:
    refused: list[str] = []

    def refuse(_connection: Connection) -> None:
        refused.append("begin")
        raise OperationalError("BEGIN", {}, Exception("database is locked"))

    await post.desk.write(take_due, post.now)
    event.listen(database.writer, "begin", refuse, once=True, insert=True)
    working = asyncio.create_task(post.courier.run())

    async with asyncio.timeout(30):
        while not post.chat.of("open:1"):
            post.courier.wake()
            await asyncio.sleep(0.01)

    working.cancel()
    await post.courier.drain()
    assert (refused, len(post.chat.of("open:1"))) == (["begin"], 1)


async def test_a_look_that_fails_leaves_the_doubt_and_sends_nothing(post: Post) -> None:
    post.chat.fail_after = [InDoubt("connection dropped")]
    await post.due()
    post.chat.fail_look = [TryLater("history is limited", after=10), Refused("the bot may not read here.", gone=False)]

    for _ in range(8):
        await post.due(seconds=11)

    assert len(post.chat.of("open:1")) == 1
    assert (await post.states())["open:1"] == ("sent", "")


async def test_a_worker_leaves_what_is_for_a_platform_it_does_not_run(post: Post) -> None:
    elsewhere = Courier(post.desk, {}, lambda: post.now)
    await post.desk.write(take_due, post.now)

    await elsewhere.deliver()

    assert (await post.states())["open:1"] == ("due", "")


async def test_a_platforms_bug_is_settled_with_its_reason_and_tried_less_and_less(post: Post) -> None:
    post.chat.fail_before = [ValueError("a bug") for _ in range(3)]
    await post.due()

    state = (await post.states())["open:1"]

    assert state == ("due", "unexpected ValueError")


async def test_a_card_adopted_after_its_question_was_taken_back_says_so(post: Post) -> None:
    post.chat.fail_after = [InDoubt("connection dropped")]
    await post.due()
    await post.desk.write(take_back, post.now)

    for _ in range(4):
        await post.due(seconds=6)

    (card,) = post.chat.of("open:1")
    assert "taken back" in card.text
    assert post.chat.of("reveal:1:1") == []


async def test_the_second_time_a_channel_is_gone_is_told_again(post: Post) -> None:
    post.chat.broken_channels[HERE] = Refused("the channel is archived.", gone=True)
    await post.due()

    classroom = await post.desk.read(classrooms.get_classroom, ClassroomId(1))
    assert classroom is not None
    await post.desk.write(setup.resume, classroom, post.now)
    await post.courier.deliver()

    assert len(post.chat.transcript("@dana")) == 2


async def test_a_card_found_after_pause_close_and_resume_is_closed_too(post: Post) -> None:
    post.chat.fail_after = [InDoubt("connection dropped")]
    await post.due()
    post.chat.fail_look = [Refused("the channel is archived.", gone=True)]
    await post.due(seconds=6)
    await post.due(days=1)

    await post.desk.write(go_on, post.now)
    for _ in range(4):
        await post.due(seconds=6)

    (card,) = post.chat.of("open:1")
    assert "[A]" not in card.text
    assert len(post.chat.of("reveal:1:1")) == 1


async def test_a_platform_that_asks_for_no_wait_is_not_hammered(post: Post) -> None:
    post.chat.fail_before = [TryLater("busy", after=0) for _ in range(5)]

    await post.due()

    assert len(post.chat.fail_before) == 4


def go_on(tx: Connection, now: datetime) -> None:
    classroom = classrooms.get_classroom(tx, ClassroomId(1))
    assert classroom is not None
    setup.resume(tx, classroom, now)


def take_back(tx: Connection, now: datetime) -> None:
    classroom = classrooms.get_classroom(tx, ClassroomId(1))
    assert classroom is not None
    closing.void(tx, classroom, 1, now)
