"""What a failed call proves, and what follows from it."""

from typing import Any

import pytest

from bot.core.classroom import ClassroomState
from bot.platforms.slack.calls import DEAD_TOKEN
from bot.platforms.slack.workspaces import workspace_key
from bot.port import DeliveryFailed, InDoubt, Refused, TryLater
from bot.store import classrooms
from tests.fakes.slack.faults import Fault, LoseAnswer, ResetBefore, ServerError, TooMany, Word
from tests.platforms.slack.conftest import Line


async def say(line: Line, text: str = "hello") -> Any:
    return await line.calls.call(line.address.workspace, "chat.postMessage", channel=line.room.id, text=text)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (LoseAnswer(), InDoubt),
        (ResetBefore(), InDoubt),
        (ServerError(status=500), InDoubt),
        (ServerError(status=503), InDoubt),
        (Word("fatal_error"), InDoubt),
        (Word("internal_error"), InDoubt),
        (Word("service_unavailable"), InDoubt),
        (Word("request_timeout"), InDoubt),
        (TooMany(retry_after=7), TryLater),
        (Word("ratelimited"), TryLater),
        (Word("invalid_blocks"), Refused),
    ],
    ids=str,
)
async def test_every_failure_is_one_of_three(line: Line, fault: Fault, kind: type[DeliveryFailed]) -> None:
    line.world.faults.add("chat.postMessage", fault)

    with pytest.raises(kind):
        await say(line)


async def test_nobody_there_proves_that_nothing_was_sent(line: Line) -> None:
    line.calls._client.base_url = "http://127.0.0.1:9/api/"

    with pytest.raises(TryLater):
        await say(line)


@pytest.mark.parametrize(
    ("error", "gone"),
    [
        ("is_archived", True),
        ("channel_not_found", True),
        ("not_in_channel", True),
        ("message_not_found", True),
        ("missing_scope", False),
        ("restricted_action", False),
        ("never_heard_of", False),
    ],
)
async def test_a_refusal_tells_what_is_gone_from_what_can_be_mended(line: Line, error: str, gone: bool) -> None:
    line.world.faults.add("chat.postMessage", Word(error))

    with pytest.raises(Refused) as refused:
        await say(line)

    assert refused.value.gone is gone
    assert str(refused.value).endswith(".")


async def test_the_pause_that_slack_asks_for_holds_for_that_workspace_and_method_alone(line: Line) -> None:
    line.world.faults.add("chat.postMessage", TooMany(retry_after=30))
    with pytest.raises(TryLater):
        await say(line)

    with pytest.raises(TryLater) as later:
        await say(line)

    assert later.value.after is not None
    assert 25 < later.value.after <= 30
    assert len([call for call in line.world.calls if call.method == "chat.postMessage"]) == 1
    assert await line.calls.call(line.address.workspace, "auth.test")


@pytest.mark.parametrize("error", sorted(DEAD_TOKEN))
async def test_a_dead_token_pauses_the_workspaces_classrooms(line: Line, error: str, classroom_here: Line) -> None:
    line.world.faults.add("chat.postMessage", Word(error))
    line.world.faults.add("auth.test", Word(error))

    with pytest.raises(Refused) as refused:
        await say(classroom_here)

    assert refused.value.gone
    with classroom_here.database.reader.begin() as tx:
        assert [each.state for each in classrooms.all_classrooms(tx)] == [ClassroomState.PAUSED]


async def test_a_workspace_without_the_app_is_refused_before_anything_is_sent(line: Line) -> None:
    with pytest.raises(Refused, match="not installed"):
        await line.calls.call(workspace_key(None, "T999"), "chat.postMessage", channel="C1", text="x")

    assert line.world.calls == []


async def test_a_good_token_that_was_taken_for_dead_once_pauses_nothing(line: Line, classroom_here: Line) -> None:
    line.world.faults.add("chat.postMessage", Word("invalid_auth"))

    with pytest.raises(TryLater):
        await say(classroom_here)

    with classroom_here.database.reader.begin() as tx:
        assert [each.state for each in classrooms.all_classrooms(tx)] == [ClassroomState.ACTIVE]
