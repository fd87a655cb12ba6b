"""What stands before Slack's requests: size and signature, before anything of them is read, then their shape."""

from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt import BoltResponse
from slack_bolt.adapter.starlette.async_handler import to_starlette_response
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.request.internals import extract_content_type, parse_body
from slack_sdk.signature import SignatureVerifier
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

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

    async def handle(self, request: Request) -> Response:
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
        asked = AsyncBoltRequest(body=told, headers=dict(request.headers), mode=_READ)
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
    """What the request says, as the library reads it; None if it has not the shape of Slack's."""
    kind = extract_content_type({"content-type": [request.headers.get("content-type", "")]})
    return understood(lambda: parse_body(body.decode(), kind))
