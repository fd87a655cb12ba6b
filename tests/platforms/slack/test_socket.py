"""The socket: opened again with a new address, closed after what is being answered."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient
from structlog.testing import capture_logs

from bot.platforms.slack.socket import Socket
from tests.fakes.slack.faults import ResetBefore, ServerError, Word
from tests.fakes.slack.workspace import Workspace
from tests.fakes.slack.world import SlackWorld


@pytest.fixture
async def world() -> AsyncIterator[SlackWorld]:
    async with SlackWorld() as opened:
        yield opened


def an_app(world: SlackWorld, team: Workspace) -> AsyncApp:
    client = AsyncWebClient(token=team.token, base_url=world.base_url)
    return AsyncApp(client=client, signing_secret="", process_before_response=True)


async def test_a_new_try_takes_a_new_address(world: SlackWorld) -> None:
    app = an_app(world, world.workspace())
    world.faults.add("websocket", ResetBefore(), times=2)
    socket = Socket(app, app.client, world.app.app_token, ping=0.3)

    socket.open()
    await world.until(lambda: world.sockets.connections)
    await socket.close()

    assert sum(call.method == "apps.connections.open" for call in world.calls) == 3


async def test_a_slack_that_gives_no_address_and_a_connection_that_breaks_are_seen(world: SlackWorld) -> None:
    app = an_app(world, world.workspace())
    world.faults.add("apps.connections.open", ServerError(), Word("internal_error"))
    socket = Socket(app, app.client, world.app.app_token, ping=0.2)

    with capture_logs() as said:
        socket.open()
        await world.until(lambda: world.sockets.connections)
        await world.sockets.connections[0].socket.close()
        await world.until(lambda: any(line["event"] == "socket_lost" for line in said))
    await socket.close()

    assert "internal_error" in {line["reason"] for line in said if line["event"] == "socket_not_opened"}


async def test_what_is_being_answered_is_answered_before_the_end(world: SlackWorld) -> None:
    team, slow = world.workspace(), asyncio.Event()
    app = an_app(world, team)

    @app.command("/slow")
    async def _slow(ack: AsyncAck) -> None:
        await slow.wait()
        await ack()

    ada, room = world.person("Ada", team), team.channel("daily")
    socket = Socket(app, app.client, world.app.app_token)
    socket.open()
    await world.until(lambda: world.sockets.connections)
    asked = asyncio.create_task(ada.command("/slow", "", room))
    await asyncio.sleep(0.1)

    closing = asyncio.create_task(socket.close())
    await asyncio.sleep(0.1)
    slow.set()
    await closing

    assert (await asked).ok
