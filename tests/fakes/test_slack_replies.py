"""Answers through a response_url, and modals through a trigger: short-lived, and counted."""

import json

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook.async_client import AsyncWebhookClient

from tests.fakes.bolt_app import Room, a_room
from tests.fakes.slack.shown import Message
from tests.fakes.slack_blocks import header, modal, section
from tests.fakes.tiny_tutor import QUESTION


async def a_click(room: Room) -> tuple[Message, AsyncWebhookClient]:
    """A question that was clicked, and the way to answer the click."""
    await room.client.chat_postMessage(channel=room.id, text="Which?", blocks=QUESTION)
    question = room.channel.messages[0]
    ack = await room.ada.click(question, label="A")
    return question, AsyncWebhookClient(ack.parcel.payload["response_url"], retry_handlers=[])


async def test_an_answer_is_private_unless_it_says_otherwise() -> None:
    async with a_room() as room:
        _, answer = await a_click(room)
        await answer.send(text="for you")
        await answer.send(text="for all", response_type="in_channel")

        assert [said.read() for said in room.ada.ephemerals] == ["for you"]
        assert room.channel.transcript()[1:] == ["for all"]


async def test_an_answer_may_stand_in_place_of_what_was_clicked() -> None:
    async with a_room() as room:
        question, answer = await a_click(room)
        await answer.send(text="done", replace_original=True)

        assert (question.read(), room.channel.transcript()) == ("done", ["done"])


async def test_an_answer_may_take_away_what_was_clicked() -> None:
    async with a_room() as room:
        _, answer = await a_click(room)
        await answer.send(delete_original=True)

        assert room.channel.transcript() == []


async def test_a_private_answer_can_be_clicked_replaced_and_taken_away() -> None:
    async with a_room() as room:
        _, answer = await a_click(room)
        await answer.send(text="again", blocks=QUESTION)
        ack = await room.ada.click(room.ada.ephemerals[0], label="A")
        again = AsyncWebhookClient(ack.parcel.payload["response_url"])
        await again.send(text="changed", replace_original=True)

        assert [said.read() for said in room.ada.ephemerals] == ["changed"]
        assert ack.parcel.payload["container"]["is_ephemeral"]
        assert "message" not in ack.parcel.payload

        await again.send(delete_original=True)
        assert room.ada.ephemerals == []


async def test_a_response_url_is_good_for_five_answers() -> None:
    async with a_room() as room:
        _, answer = await a_click(room)
        statuses = [(await answer.send(text=str(number))).status_code for number in range(6)]
        last = await answer.send(text="once more")

        assert statuses == [200, 200, 200, 200, 200, 404]
        assert json.loads(last.body) == {"ok": False, "error": "used_url"}


async def test_a_response_url_is_good_for_half_an_hour() -> None:
    async with a_room() as room:
        _, answer = await a_click(room)
        room.slack.clock.advance(30 * 60 + 1)
        late = await answer.send(text="late")

        assert (late.status_code, json.loads(late.body)["error"]) == (404, "expired_url")


async def test_an_answer_of_bad_blocks_is_refused() -> None:
    async with a_room() as room:
        _, answer = await a_click(room)
        told = await answer.send(text="x", blocks=[header("")])

        assert (told.status_code, json.loads(told.body)["error"]) == (400, "invalid_blocks")


async def test_an_answer_may_be_longer_than_a_message() -> None:
    async with a_room() as room:
        _, answer = await a_click(room)
        told = await answer.send(text="x", blocks=[section("x" * 3000)] * 5)

        assert told.status_code == 200


async def opened(room: Room, trigger: str) -> str:
    """What comes of opening a modal: its error, or nothing."""
    try:
        await room.client.views_open(trigger_id=trigger, view=modal(section()))
    except SlackApiError as error:
        return str(error.response["error"])
    return ""


async def test_a_trigger_opens_one_modal() -> None:
    async with a_room() as room:
        trigger = room.slack.triggers.issue(room.team, room.ada.id)

        assert [await opened(room, trigger), await opened(room, trigger)] == ["", "exchanged_trigger_id"]
        assert len(room.ada.modals) == 1


async def test_a_trigger_lasts_three_seconds() -> None:
    async with a_room() as room:
        trigger = room.slack.triggers.issue(room.team, room.ada.id)
        room.slack.clock.advance(3.1)

        assert await opened(room, trigger) == "expired_trigger_id"


async def test_a_view_changed_meanwhile_is_not_overwritten() -> None:
    async with a_room() as room:
        await opened(room, room.slack.triggers.issue(room.team, room.ada.id))
        (view,) = room.ada.modals
        seen = view.hash
        await room.client.views_update(view_id=view.id, hash=seen, view=modal(section("first")))

        with pytest.raises(SlackApiError) as error:
            await room.client.views_update(view_id=view.id, hash=seen, view=modal(section("second")))
        assert error.value.response["error"] == "hash_conflict"
        assert view.read() == "Title\nfirst"


async def test_modals_stack_three_deep() -> None:
    async with a_room() as room:
        await opened(room, room.slack.triggers.issue(room.team, room.ada.id))
        triggers = [room.slack.triggers.issue(room.team, room.ada.id) for _ in range(3)]
        await room.client.views_push(trigger_id=triggers[0], view=modal(section()))
        await room.client.views_push(trigger_id=triggers[1], view=modal(section()))

        with pytest.raises(SlackApiError) as error:
            await room.client.views_push(trigger_id=triggers[2], view=modal(section()))
        assert error.value.response["error"] == "push_limit_reached"
        assert room.ada.modals[2].previous == room.ada.modals[1].id
