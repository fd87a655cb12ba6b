"""Bots for the tests of the load, served on this machine in the test's own loop."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from slack_bolt.adapter.starlette.async_handler import AsyncSlackRequestHandler
from slack_bolt.async_app import AsyncAck, AsyncApp, AsyncRespond
from slack_sdk.web.async_client import AsyncWebClient
from starlette.routing import Route

from bot.http import Server, application
from tests.bench.slack.clicks import BOT_TOKEN, PATH, SIGNING_SECRET


@asynccontextmanager
async def served(app: AsyncApp) -> AsyncIterator[str]:
    """The address of the app."""
    route = Route(PATH, AsyncSlackRequestHandler(app).handle, methods=["POST"])
    server = Server(application([route]), 0, hang_up=lambda: None)
    await server.start()
    yield server.url
    server.stop()
    await server.ended()


def a_bot_that_says(*replies: str, slack: str, secret: str = SIGNING_SECRET) -> AsyncApp:
    """An app that answers every click with the same private replies."""
    app = AsyncApp(signing_secret=secret, client=AsyncWebClient(token=BOT_TOKEN, base_url=slack))

    @app.action("answer")
    async def _answered(ack: AsyncAck, respond: AsyncRespond) -> None:
        await ack()
        for reply in replies:
            await respond(reply)

    return app
