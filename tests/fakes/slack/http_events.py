"""Payloads as signed requests to the app's address."""

import hashlib
import hmac
import json
import time
from dataclasses import dataclass, field
from urllib.parse import urlencode

import aiohttp

from tests.fakes.slack.delivery import Ack, Kind, Parcel
from tests.fakes.slack.slack import App

FORM, JSON = "application/x-www-form-urlencoded", "application/json"


@dataclass(kw_only=True)
class HttpEvents:
    """One pool of connections to the app."""

    app: App
    url: str = ""
    session: aiohttp.ClientSession = field(default_factory=aiohttp.ClientSession)

    async def carry(self, parcel: Parcel, ack: Ack, *, drop: bool) -> None:
        """Post it; a reset or an error page is a failed dispatch."""
        del drop
        body, content_type = encoded(parcel)
        headers = {"Content-Type": content_type, "Accept": "*/*", **self.signed(body)}
        headers["User-Agent"] = "Slackbot 1.0 (+https://api.slack.com/robots)"
        if parcel.retry is not None:
            headers |= {"X-Slack-Retry-Num": str(parcel.retry), "X-Slack-Retry-Reason": parcel.retry_reason}
        try:
            async with self.session.post(self.url, data=body.encode(), headers=headers) as response:
                await self._read(response, ack)
        except aiohttp.ClientConnectionError:
            ack.reason = "dispatch_failed"

    async def _read(self, response: aiohttp.ClientResponse, ack: Ack) -> None:
        text = await response.text()
        ack.status = response.status
        ack.no_retry = response.headers.get("X-Slack-No-Retry") == "1"
        if response.status // 100 != 2:
            ack.reason = "dispatch_failed"
        elif response.content_type == JSON:
            ack.body = json.loads(text) if text else {}
        elif text:
            ack.body = {"text": text}

    def signed(self, body: str) -> dict[str, str]:
        """Slack's signature, version 0."""
        stamp = str(int(time.time()))
        digest = hmac.new(self.app.signing_secret.encode(), f"v0:{stamp}:{body}".encode(), hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": f"v0={digest}"}


def encoded(parcel: Parcel) -> tuple[str, str]:
    match parcel.kind:
        case Kind.EVENT:
            return json.dumps(parcel.payload), JSON
        case Kind.COMMAND:
            return urlencode(parcel.payload), FORM
    return urlencode({"payload": json.dumps(parcel.payload)}), FORM
