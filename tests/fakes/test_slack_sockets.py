"""Socket Mode: several connections, refreshes, and what is refused."""

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError

from tests.fakes.bolt_app import a_room, over_http, over_socket
from tests.fakes.tiny_tutor import TinyTutor


async def test_each_payload_goes_to_one_connection() -> None:
    async with a_room() as room:
        first, second = TinyTutor(room=room), TinyTutor(room=room)
        async with over_socket(room.slack, first.app()), over_socket(room.slack, second.app()):
            for number in range(12):
                await room.ada.command("/tutor", str(number), room.channel)

        assert len(first.heard) + len(second.heard) == 12
        assert first.heard
        assert second.heard


async def test_an_app_told_to_go_comes_back() -> None:
    async with a_room() as room:
        tutor = TinyTutor(room=room)
        async with over_socket(room.slack, tutor.app()):
            (before,) = room.slack.sockets.connections
            await room.slack.sockets.disconnect(before)
            await room.slack.until(
                lambda: before not in room.slack.sockets.connections and room.slack.sockets.connections
            )
            ack = await room.ada.command("/tutor", "hi", room.channel)

        assert ack.ok


async def test_an_app_whose_socket_broke_comes_back() -> None:
    async with a_room() as room:
        tutor = TinyTutor(room=room)
        async with over_socket(room.slack, tutor.app()):
            (before,) = room.slack.sockets.connections
            await room.slack.sockets.drop(before)
            await room.slack.until(lambda: room.slack.sockets.connections)
            ack = await room.ada.command("/tutor", "hi", room.channel)

        assert ack.ok


async def test_only_an_app_token_opens_a_socket() -> None:
    async with a_room() as room:
        with pytest.raises(SlackApiError) as error:
            await room.client.apps_connections_open(app_token=room.team.token)

        assert error.value.response["error"] == "not_allowed_token_type"


async def test_an_address_is_good_for_one_socket() -> None:
    async with a_room() as room, aiohttp.ClientSession() as session:
        url = (await room.client.apps_connections_open(app_token=room.slack.app.app_token))["url"]
        async with session.ws_connect(url) as socket:
            assert (await socket.receive_json())["type"] == "hello"

            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(url)


async def test_a_bad_signature_reaches_no_listener() -> None:
    async with a_room() as room:
        tutor = TinyTutor(room=room)
        async with over_http(room.slack, tutor.app()):
            room.slack.app.signing_secret = "another"
            ack = await room.ada.command("/tutor", "hi", room.channel)

        assert (ack.status, ack.reason, tutor.heard) == (401, "dispatch_failed", [])


async def test_a_request_url_is_verified() -> None:
    async with a_room() as room, over_http(room.slack, room.app()):
        assert await room.slack.admin.verify_url()
