"""Socket Mode: requests that come over a connection which we opened."""

import asyncio
import logging
import time

import aiohttp
import structlog
from slack_bolt.adapter.socket_mode.async_internals import run_async_bolt_app, send_async_response
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.shape import understood

log = structlog.get_logger(__name__)

_PING = 10.0
_HANDSHAKE = 0.9
"""How much of the time between two pings a try to connect may take: the library waits for one such time before it
tries the same spent address again."""
_LAST_WORDS = 2.5
"""Seconds for what is being answered when the connection is to be closed: Slack waits three."""


class Socket:
    """A connection that is kept open until it is closed."""

    def __init__(self, bolt: AsyncApp, web_client: AsyncWebClient, app_token: str, *, ping: float = _PING) -> None:
        """The library sends a ping every so many seconds."""
        self._bolt = bolt
        # The library would log addresses with their tickets.
        quiet = logging.getLogger(f"{__name__}.library")
        quiet.setLevel(logging.CRITICAL)
        self._client = _Client(app_token=app_token, web_client=web_client, logger=quiet, ping_interval=ping)
        self._client.socket_mode_request_listeners.append(self._handle)
        self._opening: asyncio.Task[None] | None = None
        self._answering = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def open(self) -> None:
        """Connect, however long that takes."""
        self._opening = asyncio.create_task(self._client.connect())

    async def is_connected(self) -> bool:
        """Whether requests can come in now."""
        return await self._client.is_connected()

    async def close(self) -> None:
        """Finish what is being answered, then take no more."""
        if self._opening is not None:
            self._opening.cancel()
        try:
            async with asyncio.timeout(_LAST_WORDS):
                await self._idle.wait()
        except TimeoutError:
            log.warning("socket_closed_while_answering", requests=self._answering)
        try:
            async with asyncio.timeout(_LAST_WORDS):
                await self._client.close()  # type: ignore[no-untyped-call]
        except TimeoutError:
            log.warning("socket_not_closed_in_time")

    async def _handle(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        self._answering += 1
        self._idle.clear()
        try:
            answer = await self._answered(request)
            if answer is not None:
                await send_async_response(client, request, answer, time.time())
        except ConnectionError:
            log.warning("socket_broke_while_answering", kind=request.type)
        finally:
            self._answering -= 1
            if not self._answering:
                self._idle.set()

    async def _answered(self, request: SocketModeRequest) -> BoltResponse | None:
        """The application's answer; what has another shape is acknowledged if that is possible, not to come again."""
        if not isinstance(request.envelope_id, str):
            log.warning("request_not_understood", reason="envelope_id")
            return None
        if understood(lambda: request.payload) is None:
            return BoltResponse(status=200)
        answer: BoltResponse = await run_async_bolt_app(self._bolt, request)
        return answer


class _Client(SocketModeClient):
    """Asks for a new address after each try: one is good for a single handshake, and the library would repeat it."""

    async def connect_to_new_endpoint(self, force: bool = False) -> None:
        if not force and not await self.is_connected():  # forced by Slack, which ends every connection after hours
            log.warning("socket_lost")
        await super().connect_to_new_endpoint(force)

    async def issue_new_wss_url(self) -> str:
        try:
            return await super().issue_new_wss_url()
        except SlackApiError as error:
            log.warning("socket_not_opened", reason=str(error.response.get("error") or error.response.status_code))
            raise
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("socket_not_opened", reason=type(error).__name__)
            raise

    async def connect(self) -> None:
        while not self.closed:
            try:
                async with asyncio.timeout(_HANDSHAKE * self.ping_interval):
                    await super().connect()  # type: ignore[no-untyped-call]
            except TimeoutError:
                log.warning("socket_not_opened", reason="no handshake in time")
                self.wss_uri = None
            else:
                return
