"""Tokens, scopes, channels, files, rates and installations of the fake Slack."""

from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.bolt_app import Room, a_room
from tests.fakes.slack.rates import Rates
from tests.fakes.slack.workspace import SCOPES
from tests.fakes.slack.world import SlackWorld


async def error_of(room: Room, method: str, **args: object) -> str:
    with pytest.raises(SlackApiError) as error:
        await room.client.api_call(method, params=args)
    return str(error.value.response["error"])


async def test_a_token_tells_whose_it_is() -> None:
    async with a_room() as room:
        told = await room.client.auth_test()

        assert (told["team_id"], told["bot_id"]) == (room.team.id, room.team.bot_id)


async def test_a_token_is_dead_after_it_was_revoked() -> None:
    async with a_room() as room:
        await room.slack.admin.revoke(room.team)

        assert await error_of(room, "auth.test") == "token_revoked"


async def test_a_token_is_dead_after_the_app_was_removed() -> None:
    async with a_room() as room:
        await room.slack.admin.uninstall(room.team)

        assert await error_of(room, "auth.test") == "account_inactive"


@pytest.mark.parametrize(
    ("token", "error"),
    [("xoxb-other", "invalid_auth"), ("", "not_authed"), ("xapp-1", "not_allowed_token_type")],
    ids=["unknown", "none", "of the app"],
)
async def test_a_token_is_refused(token: str, error: str) -> None:
    async with a_room() as room:
        room.client.token = token

        assert await error_of(room, "auth.test") == error


async def test_a_missing_scope_is_named() -> None:
    async with a_room() as room:
        with pytest.raises(SlackApiError) as error:
            await room.client.conversations_info(channel=room.id)

        told = error.value.response
        assert (told["error"], told["needed"]) == ("missing_scope", "channels:read")
        assert set(told["provided"].split(",")) == set(SCOPES.split(","))


async def test_an_archived_channel_takes_nothing() -> None:
    async with a_room() as room:
        (ts,) = await room.say("x")
        await room.slack.admin.archive(room.channel)

        assert await error_of(room, "chat.postMessage", channel=room.id, text="y") == "is_archived"
        assert await error_of(room, "chat.update", channel=room.id, ts=ts, text="y") == "is_archived"


async def test_a_channel_without_the_bot_takes_nothing() -> None:
    async with a_room() as room:
        await room.slack.admin.remove_bot(room.channel)

        assert await error_of(room, "chat.postMessage", channel=room.id, text="y") == "not_in_channel"
        assert await error_of(room, "conversations.history", channel=room.id) == "not_in_channel"


async def test_a_private_channel_without_the_bot_does_not_exist() -> None:
    async with a_room() as room:
        secret = room.team.channel("secret", private=True, bot=False)

        assert await error_of(room, "chat.postMessage", channel=secret.id, text="y") == "channel_not_found"


async def test_nobody_outside_a_channel_is_told_anything_in_it() -> None:
    async with a_room() as room:
        closed = room.team.channel("closed", members=[])

        told = await error_of(room, "chat.postEphemeral", channel=closed.id, user=room.ada.id, text="y")
        assert told == "user_not_in_channel"


async def test_what_people_say_cannot_be_changed() -> None:
    async with a_room() as room:
        said = room.slack.admin.say(room.ada, room.channel, "mine")

        assert await error_of(room, "chat.update", channel=room.id, ts=said.ts, text="y") == "cant_update_message"


async def test_members_are_told_with_their_zone_and_rank() -> None:
    async with a_room() as room:
        dana = room.slack.person("Dana", room.team, tz="Pacific/Chatham", owner=True)
        told = (await room.client.users_info(user=dana.id))["user"]

        assert (told["tz"], told["is_admin"], told["is_owner"]) == ("Pacific/Chatham", True, True)


async def test_a_picture_is_uploaded_and_shown() -> None:
    async with a_room() as room:
        file = (await room.client.files_upload_v2(filename="a.png", content=b"12345"))["file"]
        image = {"type": "image", "slack_file": {"id": file["id"]}, "alt_text": "a"}
        await room.client.chat_postMessage(channel=room.id, text="x", blocks=[image])

        assert room.channel.transcript() == ["[picture: a]"]
        assert room.team.files[file["id"]]["bytes"] == b"12345"


async def test_a_file_is_sent_only_to_whoever_may_read_it() -> None:
    async with a_room() as room, aiohttp.ClientSession() as session:
        file = (await room.client.files_upload_v2(filename="a.txt", content="12345"))["file"]
        url, shown = file["url_private_download"], {"Authorization": f"Bearer {room.team.token}"}
        async with session.get(url, headers=shown) as answer:
            assert answer.content_type == "text/html"

        room.team.scopes.add("files:read")
        async with session.get(url, headers=shown) as answer:
            assert await answer.read() == b"12345"


async def test_a_fourth_message_at_once_is_too_many() -> None:
    async with a_room() as room:
        room.slack.rates.messages = True
        await room.say("1", "2", "3")

        assert await error_of(room, "chat.postMessage", channel=room.id, text="4") == "ratelimited"

        room.slack.clock.advance(3)
        await room.say("4")
        assert room.channel.transcript() == ["1", "2", "3", "4"]


async def test_history_can_be_held_to_one_page_of_fifteen_a_minute() -> None:
    async with a_room() as room:
        await room.say(*map(str, range(16)))
        room.slack.rates.history = True
        told = await room.client.conversations_history(channel=room.id, limit=100)

        assert (len(told["messages"]), told["has_more"]) == (15, True)
        assert await error_of(room, "conversations.history", channel=room.id) == "ratelimited"


def test_a_fifty_first_update_in_a_minute_has_to_wait() -> None:
    rates = Rates(updates=True)
    waits = [rates.admit("chat.update", "T1", "C1", number / 10) for number in range(51)]

    assert waits == [None] * 50 + [55]


@pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")  # the SDK's own way to send a secret
async def test_a_workspace_installs_the_app_and_its_code_is_good_once() -> None:
    async with SlackWorld() as slack:
        team = slack.workspace(installed=False, enterprise_id="E1")
        ada = slack.person("Ada", team)
        asked = {
            "client_id": slack.app.client_id,
            "scope": "commands,chat:write",
            "state": "s",
            "redirect_uri": "https://x",
        }
        back = parse_qs(urlsplit(slack.oauth.approve(f"{slack.authorize_url}?{urlencode(asked)}", ada)).query)
        client = AsyncWebClient(base_url=slack.base_url)
        wanted = {
            "client_id": slack.app.client_id,
            "client_secret": slack.app.client_secret,
            "redirect_uri": "https://x",
        }
        told = await client.oauth_v2_access(code=back["code"][0], **wanted)

        assert back["state"] == ["s"]
        assert (told["access_token"], told["team"]["id"], told["scope"]) == (team.token, team.id, "commands,chat:write")
        assert (told["authed_user"]["id"], told["enterprise"]["id"]) == (ada.id, "E1")
        with pytest.raises(SlackApiError, match="code_already_used"):
            await client.oauth_v2_access(code=back["code"][0], **wanted)


async def test_a_person_may_refuse_the_app() -> None:
    async with SlackWorld() as slack:
        asked = {"client_id": slack.app.client_id, "state": "s", "redirect_uri": "https://x"}

        back = slack.oauth.deny(f"{slack.authorize_url}?{urlencode(asked)}")
        assert back == "https://x?error=access_denied&state=s"
