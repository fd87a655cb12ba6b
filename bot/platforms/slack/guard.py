"""What stands before Slack's requests: size and signature, before anything of them is read, then their shape."""

import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from slack_bolt import BoltResponse
from slack_bolt.adapter.starlette.async_handler import to_starlette_response
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.signature import SignatureVerifier
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send
from yarl import query_to_pairs

from bot.core.errors import TutorError
from bot.platforms.slack.shape import understood
from bot.reception import settled

_LARGEST = 1_000_000
"""Bytes of a request; Slack's own have a few thousand, a form with long texts some tens of thousands."""
_LONGEST_STAMP = 12
"""Digits of a time in seconds."""
_READ = "socket_mode"
"""What the library calls a request that it need not read any more."""
_TOO_LARGE, _UNSIGNED, _MISSHAPEN, _BROKEN = 413, 401, 400, 500


class Guard:
    """Lets Slack's own requests through to the application."""

    def __init__(self, dispatch: Callable[[AsyncBoltRequest], Awaitable[BoltResponse]], signing_secret: str) -> None:
        self._dispatch = dispatch
        self._verifier = SignatureVerifier(signing_secret)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        answer = await self._answer(Request(scope, receive))
        await answer(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        """The application's answer; a word to whoever is not Slack."""
        length = request.headers.get("content-length", "")
        if not length.isdigit() or int(length) > _LARGEST:
            return PlainTextResponse("A request of Slack's says how long it is, and is short.", _TOO_LARGE)
        body = await request.body()
        if not self._is_signed(body, request):
            return PlainTextResponse("A request of Slack's is signed.", _UNSIGNED)
        told = _told(body, request)
        if told is None:
            return PlainTextResponse("A request of Slack's has another shape.", _MISSHAPEN)
        asked = AsyncBoltRequest(body=told, mode=_READ)
        answer = await settled(self._dispatch(asked))
        if isinstance(answer, TutorError):
            return PlainTextResponse(status_code=_BROKEN)
        return to_starlette_response(answer)

    def _is_signed(self, body: bytes, request: Request) -> bool:
        stamp = request.headers.get("x-slack-request-timestamp", "")
        seal = request.headers.get("x-slack-signature", "")
        if not (stamp.isascii() and stamp.isdigit() and len(stamp) <= _LONGEST_STAMP and seal.isascii()):
            return False
        try:
            return self._verifier.is_valid(body, stamp, seal)
        except UnicodeDecodeError:  # Only text is ever signed.
            return False


def _told(body: bytes, request: Request) -> dict[str, Any] | None:
    """What the request says; None if it has not the shape of Slack's."""
    return understood(partial(_read, body, request.headers.get("content-type", "").partition(";")[0]))


def _read(body: bytes, kind: str) -> Any:
    """JSON, a form, or JSON in a form; the library takes ten times as long, and loses what speaks of a payload."""
    text = body.decode()
    if kind == "application/json" or text.startswith("{"):
        return json.loads(text)
    form = dict(query_to_pairs(text))
    return json.loads(form["payload"]) if "payload" in form else form
