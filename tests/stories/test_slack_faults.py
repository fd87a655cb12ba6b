"""Slack at its worst: each fault ends with exactly one visible post and one stored answer."""

from datetime import timedelta

import pytest
from sqlalchemy import Connection, func, select

from bot.store.database import Database
from bot.store.tables import answer, posting
from tests.databases import on_sqlite
from tests.fakes.slack.faults import DropSocket, LoseAnswer, ServerError, TooMany, Twice, Word
from tests.stories.slack_room import SlackBuilding, SlackRoom
from tests.test_metrics import counted

MONDAY = "2026-11-30"


@pytest.fixture
async def room(slack_building: SlackBuilding) -> SlackRoom:
    """A room whose first question comes at nine."""
    opened = await slack_building.room()
    await opened.types("dana", "/classroom setup at=9 zone=berlin days=daily")
    await opened.types("dana", "/classroom week topic=fine-tuning from=2026-11-30 weeks=4")  # one right choice each
    return opened


def stored(tx: Connection) -> int:
    return tx.execute(select(func.count()).select_from(answer)).scalar_one()


async def later(room: SlackRoom, **ahead: float) -> None:
    """So much later, what has come due is done."""
    room.clock.now += timedelta(**ahead)
    await room.school.ticker.tick_through()


@pytest.mark.parametrize(
    "fault",
    [
        LoseAnswer(),
        ServerError(status=500, after_work=True),
        ServerError(status=503),
        Word("fatal_error", after_work=True),
        Word("internal_error"),
    ],
    ids=["answer lost", "500 after the work", "503 before it", "fatal after the work", "internal before it"],
)
async def test_a_post_in_doubt_is_there_once(room: SlackRoom, fault: LoseAnswer) -> None:
    room.world.faults.add("chat.postMessage", fault)
    await room.at(MONDAY)

    await later(room, seconds=6)
    await later(room, seconds=6)

    assert room.keys() == ["open:1"]
    assert (await room.clicks("ada", await room.right())).startswith("Correct\n")


async def test_nothing_is_looked_for_before_slack_could_have_posted_it(room: SlackRoom) -> None:
    room.world.faults.add("chat.postMessage", LoseAnswer())
    await room.at(MONDAY)
    before = len(room.world.calls)

    await later(room, seconds=4)

    assert [call.method for call in room.world.calls[before:]] == []


async def test_a_pause_that_slack_asks_for_is_kept(room: SlackRoom) -> None:
    room.world.faults.add("chat.postMessage", TooMany(retry_after=30))
    await room.at(MONDAY)
    assert room.keys() == []

    await later(room, seconds=20)
    posts = sum(call.method == "chat.postMessage" for call in room.world.calls)

    assert posts == 1


@on_sqlite
async def test_a_socket_that_drops_during_a_click_costs_at_most_a_second_click(room: SlackRoom) -> None:
    await room.at(MONDAY)
    ada, right = room.person("ada"), await room.right()
    room.world.faults.add("block_actions", DropSocket())

    await ada.click(room.message(1), label=right)
    await room.world.until(lambda: room.world.sockets.connections, within=20)
    said = await room.clicks("ada", right)

    assert said.startswith(("Correct\n", "Already answered\n"))
    assert await room.read(stored) == 1


async def test_a_click_that_comes_twice_at_once_is_one_answer(room: SlackRoom) -> None:
    await room.at(MONDAY)
    room.world.faults.add("block_actions", Twice())

    said = await room.clicks("ada", await room.right())

    assert "Correct\n" in said
    assert await room.read(stored) == 1


async def test_a_click_that_slack_delivers_again_is_one_answer(room: SlackRoom) -> None:
    await room.at(MONDAY)
    ada = room.person("ada")
    first = await ada.click(room.message(1), label=await room.right())

    await room.world.admin.redeliver(first)

    assert (await room.heard(ada)).startswith("Correct\n")
    assert await room.read(stored) == 1


async def test_an_archived_channel_stops_its_own_classroom_and_one_command_goes_on(room: SlackRoom) -> None:
    await room.at(MONDAY)
    room.channel.archived = True

    await room.at("2026-12-01")
    await later(room, seconds=2)

    told = "\n".join(room.team.direct(room.person("dana")).transcript())
    assert "The classroom is paused: the channel is archived" in told
    room.channel.archived = False
    assert (await room.types("dana", "/classroom resume")).startswith("The classroom goes on")
    await room.at("2026-12-02")
    assert room.keys().count("open:2") + room.keys().count("open:3") >= 1
    assert len(room.keys()) == len(set(room.keys()))


async def test_a_database_that_takes_four_seconds_costs_nobody_an_error(room: SlackRoom, database: Database) -> None:
    await room.at(MONDAY)
    ada, right = room.person("ada"), await room.right()

    with database.writer.begin() as busy:
        busy.execute(select(posting).with_for_update())
        ack = await ada.click(room.message(1), label=right)
        early = list(ada.ephemerals)

    assert ack.ok
    assert 1.9 < ack.seconds < 3
    assert early == []
    assert (await room.heard(ada)).startswith("Correct\n")
    assert room.world.errors_seen == []


async def test_a_private_answer_is_tried_again(room: SlackRoom) -> None:
    await room.at(MONDAY)
    room.world.faults.add("response_url", ServerError(status=500))

    assert (await room.clicks("ada", await room.right())).startswith("Correct\n")


async def test_a_reply_that_never_came_is_not_counted_as_one(room: SlackRoom) -> None:
    await room.at(MONDAY)
    room.world.faults.add("response_url", ServerError(status=404))
    room.world.faults.add("chat.postEphemeral", Word("user_not_in_channel"))

    lost = await room.clicks("ada", await room.right())
    after_it = counted(room.school.metrics, "trapwise_reply_seconds_count")
    await room.clicks("ben", await room.right())

    assert (lost, after_it) == ("", {})
    assert counted(room.school.metrics, "trapwise_reply_seconds_count") == {("slack",): 1}
