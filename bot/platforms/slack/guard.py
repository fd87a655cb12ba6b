"""What stands before Slack's requests: size and signature, before anything of them is read."""

import structlog
from slack_bolt.adapter.starlette.async_handler import AsyncSlackRequestHandler
from slack_sdk.signature import SignatureVerifier
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from bot.core.errors import TutorError
from bot.reception import settled

_LARGEST = 1_000_000
"""Bytes of a request; Slack's own have a few thousand, a form with long texts some tens of thousands."""
_TOO_LARGE, _UNSIGNED, _BROKEN = 413, 401, 500

log = structlog.get_logger(__name__)


class Guard:
    """Lets Slack's own requests through to the application."""

    def __init__(self, handler: AsyncSlackRequestHandler, signing_secret: str) -> None:
        self._handler = handler
        self._verifier = SignatureVerifier(signing_secret)

    async def handle(self, request: Request) -> Response:
        """The application's answer; a word to whoever is not Slack."""
        length = request.headers.get("content-length", "")
        if not length.isdigit() or int(length) > _LARGEST:
            return PlainTextResponse("A request of Slack's says how long it is, and is short.", _TOO_LARGE)
        if not self._is_signed(await request.body(), request):
            return PlainTextResponse("A request of Slack's is signed.", _UNSIGNED)
        answer = await settled(self._handler.handle(request))
        return PlainTextResponse(status_code=_BROKEN) if isinstance(answer, TutorError) else answer

    def _is_signed(self, body: bytes, request: Request) -> bool:
        stamp = request.headers.get("x-slack-request-timestamp", "")
        seal = request.headers.get("x-slack-signature", "")
        return stamp.isascii() and stamp.isdigit() and self._verifier.is_valid(body, stamp, seal)
