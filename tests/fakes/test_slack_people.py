"""People at work in the fake Slack, with a real bolt app at the other end, over both transports."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime

import pytest
from slack_bolt.app.async_app import AsyncApp

from tests.fakes.bolt_app import a_room, over_http, over_socket
from tests.fakes.slack.filling import CannotDo
from tests.fakes.slack.shown import Message
from tests.fakes.slack.world import SlackWorld
from tests.fakes.tiny_tutor import QUESTION, TinyTutor

Way = Callable[[SlackWorld, AsyncApp], AbstractAsyncContextManager[None]]


@pytest.fixture(params=[over_http, over_socket], ids=["http", "socket"])
async def tutor(request: pytest.FixtureRequest) -> AsyncIterator[TinyTutor]:
    """A tutor that listens."""
    way: Way = request.param
    async with a_room() as room:
        made = TinyTutor(room=room)
        async with way(room.slack, made.app()):
            yield made


@pytest.fixture
async def question(tutor: TinyTutor) -> Message:
    """A question in the room."""
    await tutor.room.client.chat_postMessage(channel=tutor.room.id, text="Which?", blocks=QUESTION)
    return tutor.room.channel.messages[0]


async def test_a_click_is_acknowledged_and_answered_in_private(tutor: TinyTutor, question: Message) -> None:
    ada = tutor.room.ada
    ack = await ada.click(question, label="A")
    await tutor.room.slack.until(lambda: ada.ephemerals)

    assert (ack.ok, ack.status, ada.errors) == (True, 200, [])
    assert ada.ephemerals[0].read() == "Correct"


async def test_a_click_is_told_as_slack_tells_it(tutor: TinyTutor, question: Message) -> None:
    at = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
    await tutor.room.ada.click(question, action_id="pick", at=at)

    (told,) = tutor.heard
    action = {
        "type": "button",
        "action_id": "pick",
        "block_id": "answers",
        "value": "1:a",
        "action_ts": f"{at.timestamp():.6f}",
    }
    assert told["actions"][0].items() >= action.items()
    assert told["container"]["message_ts"] == told["message"]["ts"] == question.ts
    assert told["user"]["team_id"] == told["team"]["id"] == tutor.room.team.id


async def test_ticked_boxes_travel_with_the_next_click(tutor: TinyTutor, question: Message) -> None:
    ada = tutor.room.ada
    await ada.choose(question, "boxes", "one", "two")
    await ada.choose(question, "boxes", "two")
    await ada.click(question, label="A")

    field = tutor.heard[-1]["state"]["values"]["answers"]["boxes"]
    assert [each["value"] for each in field["selected_options"]] == ["2"]


async def test_everybody_has_boxes_of_their_own(tutor: TinyTutor, question: Message) -> None:
    ben = tutor.room.slack.person("Ben", tutor.room.team)
    await tutor.room.ada.choose(question, "boxes", "one")
    await ben.click(question, label="A")

    assert tutor.heard[-1]["state"]["values"]["answers"]["boxes"]["selected_options"] == []


async def test_a_command_comes_escaped_and_its_answer_is_private(tutor: TinyTutor) -> None:
    ada, room = tutor.room.ada, tutor.room.channel
    await ada.command("/tutor", "hi @Ada #daily", room)

    assert tutor.heard[0]["text"] == f"hi <@{ada.id}|ada> <#{room.id}|daily>"
    assert ada.ephemerals[0].read() == "You said hi @ada #daily"


async def test_a_form_is_opened_filled_in_and_closed(tutor: TinyTutor, question: Message) -> None:
    ada = tutor.room.ada
    await ada.click(question, label="Form")
    await tutor.room.slack.until(lambda: ada.modals)
    await ada.submit(ada.modals[0], {"Name": "Ada", "Kinds": ["one"]})

    values = tutor.heard[-1]["view"]["state"]["values"]
    assert values["name"]["typed"] == {"type": "plain_text_input", "value": "Ada"}
    assert [each["value"] for each in values["kinds"]["kinds"]["selected_options"]] == ["0"]
    assert ada.modals == []


async def test_a_form_shows_what_is_wrong(tutor: TinyTutor, question: Message) -> None:
    ada = tutor.room.ada
    await ada.click(question, label="Form")
    await tutor.room.slack.until(lambda: ada.modals)
    await ada.submit(ada.modals[0], {"Name": "bad"})

    assert "! Not that one." in ada.modals[0].read()


async def test_a_form_with_an_empty_field_is_not_sent(tutor: TinyTutor, question: Message) -> None:
    ada = tutor.room.ada
    await ada.click(question, label="Form")
    await tutor.room.slack.until(lambda: ada.modals)

    with pytest.raises(CannotDo, match="please fill in: name"):
        await ada.submit(ada.modals[0])


async def test_the_app_hears_of_a_form_that_is_closed(tutor: TinyTutor, question: Message) -> None:
    ada = tutor.room.ada
    await ada.click(question, label="Form")
    await tutor.room.slack.until(lambda: ada.modals)
    await ada.dismiss(ada.modals[0])

    assert (tutor.heard[-1]["type"], tutor.heard[-1]["is_cleared"]) == ("view_closed", False)
    assert ada.modals == []


async def test_home_is_published_when_it_is_opened(tutor: TinyTutor) -> None:
    ada = tutor.room.ada
    ack = await ada.open_home()
    await tutor.room.slack.until(lambda: ada.home)

    assert ack.ok
    assert ada.home is not None
    assert ada.home.read() == "Your week"


async def test_what_is_typed_into_a_select_brings_suggestions(tutor: TinyTutor, question: Message) -> None:
    ada = tutor.room.ada
    await ada.suggest(question, "topic", "tok")
    await ada.choose(question, "topic", "topic tok")

    assert [each["text"]["text"] for each in ada.suggested["topic"]] == ["topic tok"]
    assert tutor.heard[-1]["actions"][0]["selected_option"]["value"] == "0"


async def test_a_button_that_is_not_there_cannot_be_pressed(tutor: TinyTutor, question: Message) -> None:
    with pytest.raises(CannotDo, match="nothing here to press: Z"):
        await tutor.room.ada.click(question, label="Z")


async def test_the_app_hears_that_it_was_removed_after_its_token_is_dead(tutor: TinyTutor) -> None:
    token = tutor.room.team.token
    acks = await tutor.room.slack.admin.uninstall(tutor.room.team)

    assert tutor.room.slack.dead_tokens == {token: "account_inactive"}
    assert [ack.ok for ack in acks] == [True, True]
    assert {told["event"]["type"] for told in tutor.heard} == {"tokens_revoked", "app_uninstalled"}
