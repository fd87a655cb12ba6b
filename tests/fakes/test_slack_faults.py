"""The fake Slack failing on command, in every way it can."""

import asyncio

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry import FixedValueRetryIntervalCalculator
from slack_sdk.http_retry.builtin_async_handlers import AsyncConnectionErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.bolt_app import Room, a_room, over_http, over_socket
from tests.fakes.slack.faults import (
    Delay,
    DropSocket,
    Fault,
    LoseAnswer,
    ResetBefore,
    ServerError,
    TooMany,
    Twice,
    Word,
)
from tests.fakes.tiny_tutor import QUESTION, TinyTutor

AT_ONCE = FixedValueRetryIntervalCalculator(fixed_internal=0)
UNANSWERED: dict[str, tuple[Fault, list[str]]] = {
    "reset before the work": (ResetBefore(), []),
    "answer lost": (LoseAnswer(), ["x"]),
}
REFUSED: dict[str, tuple[Fault, int, list[str]]] = {
    "too many": (TooMany(retry_after=7), 429, []),
    "a page of HTML": (ServerError(status=503), 503, []),
    "a page of HTML after the work": (ServerError(status=500, after_work=True), 500, ["x"]),
    "a word": (Word("fatal_error"), 200, []),
    "a word after the work": (Word("internal_error", after_work=True), 200, ["x"]),
}


@pytest.mark.parametrize(("fault", "said"), UNANSWERED.values(), ids=UNANSWERED)
async def test_a_call_is_never_answered(fault: Fault, said: list[str]) -> None:
    async with a_room() as room:
        room.slack.faults.add("chat.postMessage", fault)

        with pytest.raises(aiohttp.ServerDisconnectedError):
            await room.say("x")
        assert room.channel.transcript() == said


@pytest.mark.parametrize(("fault", "status", "said"), REFUSED.values(), ids=REFUSED)
async def test_a_call_is_answered_badly(fault: Fault, status: int, said: list[str]) -> None:
    async with a_room() as room:
        room.slack.faults.add("chat.postMessage", fault)

        with pytest.raises(SlackApiError) as error:
            await room.say("x")
        assert error.value.response.status_code == status
        assert room.channel.transcript() == said


async def test_too_many_says_how_long_to_wait() -> None:
    async with a_room() as room:
        room.slack.faults.add("chat.postMessage", TooMany(retry_after=7))

        with pytest.raises(SlackApiError) as error:
            await room.say("x")
        assert error.value.response.headers["Retry-After"] == "7"


async def test_the_sdk_as_it_comes_posts_twice_when_an_answer_is_lost() -> None:
    async with a_room() as room:
        room.slack.faults.add("chat.postMessage", LoseAnswer())
        once_more = AsyncConnectionErrorRetryHandler(interval_calculator=AT_ONCE)
        client = AsyncWebClient(token=room.team.token, base_url=room.slack.base_url, retry_handlers=[once_more])
        await client.chat_postMessage(channel=room.id, text="x")

        assert room.channel.transcript() == ["x", "x"]
        assert [call.method for call in room.slack.calls] == ["chat.postMessage", "chat.postMessage"]


async def test_a_fault_keeps_to_its_channel_and_its_number() -> None:
    async with a_room() as room:
        other = room.team.channel("other")
        room.slack.faults.add("chat.postMessage", Word("fatal_error"), channel=other.id)
        await room.say("here")

        with pytest.raises(SlackApiError):
            await room.client.chat_postMessage(channel=other.id, text="there")
        await room.client.chat_postMessage(channel=other.id, text="there")
        assert (room.channel.transcript(), other.transcript()) == (["here"], ["there"])


async def test_an_answer_waits_until_it_may_go() -> None:
    async with a_room() as room:
        gate = asyncio.Event()
        room.slack.faults.add("chat.postMessage", Delay(gate, after_work=True))
        posting = asyncio.create_task(room.say("x"))
        await room.slack.until(lambda: room.channel.messages)

        assert not posting.done()
        gate.set()
        assert await posting == [room.channel.messages[0].ts]


async def test_a_client_that_gives_up_finds_the_work_done() -> None:
    async with a_room() as room:
        room.slack.faults.add("chat.postMessage", Delay(1.0, after_work=True))
        impatient = AsyncWebClient(token=room.team.token, base_url=room.slack.base_url, timeout=0, retry_handlers=[])
        impatient.timeout = 0.05  # type: ignore[assignment]

        with pytest.raises(TimeoutError):
            await impatient.chat_postMessage(channel=room.id, text="x")
        assert room.channel.transcript() == ["x"]


async def a_question(room: Room) -> None:
    await room.client.chat_postMessage(channel=room.id, text="Which?", blocks=QUESTION)


async def test_a_click_can_come_twice_at_once() -> None:
    async with a_room() as room:
        tutor = TinyTutor(room=room)
        await a_question(room)
        room.slack.faults.add("block_actions", Twice())
        async with over_http(room.slack, tutor.app()):
            await room.ada.click(room.channel.messages[0], label="A")

        assert tutor.heard[0] == tutor.heard[1]


async def test_the_socket_can_break_under_a_click() -> None:
    async with a_room() as room:
        tutor = TinyTutor(room=room)
        await a_question(room)
        room.slack.faults.add("block_actions", DropSocket())
        async with over_socket(room.slack, tutor.app()):
            ack = await room.ada.click(room.channel.messages[0], label="A")

        assert (ack.reason, room.ada.errors) == ("dispatch_failed", ["dispatch_failed"])
        assert room.slack.errors_seen == [("Ada", "block_actions", "dispatch_failed")]


async def test_a_click_nobody_hears_is_an_error_to_the_person() -> None:
    async with a_room() as room:
        await a_question(room)
        await room.ada.click(room.channel.messages[0], label="A")

        assert room.ada.errors == ["dispatch_failed"]


async def test_a_click_acknowledged_too_late_is_an_error_to_the_person() -> None:
    async with a_room(ack_within=0.05) as room:
        tutor = TinyTutor(room=room)
        await a_question(room)
        gate = asyncio.Event()
        room.slack.faults.add("auth.test", Delay(gate))  # bolt asks before its listeners
        async with over_http(room.slack, tutor.app()):
            ack = await room.ada.click(room.channel.messages[0], label="A")
            gate.set()

        assert (ack.reason, room.ada.errors) == ("operation_timeout", ["operation_timeout"])


async def test_an_event_the_app_fails_at_is_brought_again() -> None:
    async with a_room() as room:
        tutor = TinyTutor(room=room, fails=2)
        async with over_http(room.slack, tutor.app()):
            ack = await room.ada.open_home()

        assert ack.ok
        assert tutor.retries == ["0", "1", "2"]
        assert len({told["event_id"] for told in tutor.heard}) == 1


async def test_a_click_can_be_brought_again_later() -> None:
    async with a_room() as room:
        tutor = TinyTutor(room=room)
        await a_question(room)
        async with over_http(room.slack, tutor.app()):
            ack = await room.ada.click(room.channel.messages[0], label="A")
            again = await room.slack.admin.redeliver(ack)

        assert again.ok
        assert tutor.heard[0] == tutor.heard[1]
