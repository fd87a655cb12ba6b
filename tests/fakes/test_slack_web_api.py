"""The Web API as slack_sdk sees it."""

import pytest
from slack_sdk.errors import SlackApiError

from tests.fakes.bolt_app import a_room
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack_blocks import header, home, modal, section

MARK: Body = {"event_type": "posting", "event_payload": {"key": "open:1"}}


async def test_a_post_stands_in_the_channel() -> None:
    async with a_room() as room:
        posted = await room.client.chat_postMessage(channel=room.id, text="Hello")

        assert room.channel.transcript() == ["Hello"]
        assert posted["ts"] == room.channel.messages[0].ts
        assert posted["message"]["bot_id"] == room.team.bot_id


async def test_a_reply_stands_in_the_thread_only() -> None:
    async with a_room() as room:
        posted = await room.client.chat_postMessage(channel=room.id, text="Hello")
        await room.client.chat_postMessage(channel=room.id, thread_ts=posted["ts"], text="More")

        assert room.channel.transcript() == ["Hello"]
        assert [said.read() for said in room.channel.thread(posted["ts"])] == ["More"]


async def test_posting_to_a_person_opens_a_direct_message() -> None:
    async with a_room() as room:
        await room.client.chat_postMessage(channel=room.ada.id, text="Hello")

        assert room.team.direct(room.ada).transcript() == ["Hello"]


async def test_an_ephemeral_message_is_seen_by_one_person() -> None:
    async with a_room() as room:
        await room.client.chat_postEphemeral(channel=room.id, user=room.ada.id, text="<!here> psst")

        assert [said.read() for said in room.ada.ephemerals] == ["@here psst"]
        assert room.ada.ephemerals[0].pings() == []
        assert room.channel.messages == []


async def test_an_update_of_text_alone_takes_the_blocks_away_and_keeps_the_metadata() -> None:
    async with a_room() as room:
        posted = await room.client.chat_postMessage(channel=room.id, text="a", blocks=[section("b")], metadata=MARK)
        await room.client.chat_update(channel=room.id, ts=posted["ts"], text="c")

        (message,) = room.channel.messages
        assert (message.read(), message.blocks, message.metadata, message.edits) == ("c", [], MARK, 1)


async def test_history_tells_metadata_only_when_asked() -> None:
    async with a_room() as room:
        await room.client.chat_postMessage(channel=room.id, text="a", metadata=MARK)
        plain = await room.client.conversations_history(channel=room.id)
        told = await room.client.conversations_history(channel=room.id, include_all_metadata=True)

        assert "metadata" not in plain["messages"][0]
        assert told["messages"][0]["metadata"] == MARK


async def test_history_comes_newest_first_in_pages() -> None:
    async with a_room() as room:
        await room.say("1", "2", "3")
        first = await room.client.conversations_history(channel=room.id, limit=2)
        cursor = first["response_metadata"]["next_cursor"]
        second = await room.client.conversations_history(channel=room.id, limit=2, cursor=cursor)

        assert [said["text"] for said in first["messages"]] == ["3", "2"]
        assert ([said["text"] for said in second["messages"]], second["has_more"]) == (["1"], False)


async def test_history_from_oldest_begins_there() -> None:
    async with a_room() as room:
        stamps = await room.say("1", "2", "3", "4")
        after = await room.client.conversations_history(channel=room.id, oldest=stamps[0], limit=2)
        between = await room.client.conversations_history(channel=room.id, oldest=stamps[0], latest=stamps[3], limit=1)
        at = await room.client.conversations_history(channel=room.id, oldest=stamps[3], inclusive=True)

        assert [said["text"] for said in after["messages"]] == ["3", "2"]
        assert [said["text"] for said in between["messages"]] == ["3"]
        assert [said["text"] for said in at["messages"]] == ["4"]


async def test_replies_come_after_their_parent() -> None:
    async with a_room() as room:
        (parent,) = await room.say("1")
        await room.client.chat_postMessage(channel=room.id, thread_ts=parent, text="2", metadata=MARK)
        told = await room.client.conversations_replies(channel=room.id, ts=parent, include_all_metadata=True)

        assert [said["text"] for said in told["messages"]] == ["1", "2"]
        assert told["messages"][1]["metadata"] == MARK


REFUSALS: dict[str, tuple[str, Body, str]] = {
    "unknown method": ("chat.shout", {}, "unknown_method"),
    "unknown channel": ("chat.postMessage", {"channel": "C404", "text": "x"}, "channel_not_found"),
    "no channel": ("chat.postMessage", {"channel": None, "text": "x"}, "invalid_arguments"),
    "nothing said": ("chat.postMessage", {"text": ""}, "no_text"),
    "long text": ("chat.postMessage", {"text": "x" * 40_001}, "msg_too_long"),
    "bad blocks": ("chat.postMessage", {"text": "x", "blocks": [header("")]}, "invalid_blocks"),
    "broken blocks": ("chat.postMessage", {"text": "x", "blocks": "[{"}, "invalid_blocks_format"),
    "long blocks": ("chat.postMessage", {"text": "x", "blocks": [section("x" * 3000)] * 4}, "msg_blocks_too_long"),
    "lost picture": (
        "chat.postMessage",
        {"text": "x", "blocks": [{"type": "image", "slack_file": {"id": "F404"}, "alt_text": "x"}]},
        "invalid_blocks",
    ),
    "bad metadata": ("chat.postMessage", {"text": "x", "metadata": {"event_type": "a b"}}, "invalid_metadata_schema"),
    "large metadata": (
        "chat.postMessage",
        {"text": "x", "metadata": {"event_type": "a", "event_payload": {"a": "x" * 8000}}},
        "metadata_too_large",
    ),
    "unknown thread": ("chat.postMessage", {"text": "x", "thread_ts": "1.000000"}, "thread_not_found"),
    "unknown message": ("chat.update", {"ts": "1.000000", "text": "x"}, "message_not_found"),
    "long update": ("chat.update", {"ts": "1.000000", "text": "x" * 4001}, "msg_too_long"),
    "unknown reader": ("chat.postEphemeral", {"user": "U404", "text": "x"}, "user_not_found"),
    "scope not granted": ("conversations.info", {}, "missing_scope"),
    "no such limit": ("conversations.history", {"limit": 1000}, "invalid_limit"),
    "unknown reader of Home": ("views.publish", {"user_id": "U404", "view": home(section())}, "user_not_found"),
    "unknown trigger": ("views.open", {"trigger_id": "1.2.3", "view": modal(section())}, "invalid_trigger_id"),
    "unknown view": ("views.update", {"view_id": "V404", "view": modal(section())}, "not_found"),
}


@pytest.mark.parametrize(("method", "args", "error"), REFUSALS.values(), ids=REFUSALS)
async def test_slack_refuses(method: str, args: Body, error: str) -> None:
    async with a_room() as room:
        with pytest.raises(SlackApiError) as told:
            await room.client.api_call(method, json={"channel": room.id, **args})

        assert told.value.response["error"] == error


async def test_a_refusal_of_blocks_says_where() -> None:
    async with a_room() as room:
        with pytest.raises(SlackApiError) as told:
            await room.client.chat_postMessage(channel=room.id, text="x", blocks=[header("x" * 151)])

        where = "must be less than 151 characters [json-pointer:/blocks/0/text/text]"
        assert told.value.response["response_metadata"]["messages"] == [f"[ERROR] {where}"]
