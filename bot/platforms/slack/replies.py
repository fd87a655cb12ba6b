"""Private answers: who waits for them, and how they get there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
import structlog
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
    AsyncServerErrorRetryHandler,
)
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.cards.blocks import Card
from bot.core.address import PersonKey
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.dialogs import memory_of
from bot.platforms.slack.pictures import Pictures
from bot.platforms.slack.render import Message, Renderer
from bot.platforms.slack.workspaces import workspace_of
from bot.port import DeliveryFailed

log = structlog.get_logger(__name__)

PROMPT = 2.0
"""Seconds after which a request is acknowledged, done or not: Slack waits three."""
_TITLE = "Trapwise"
_MOST_REPLIES = 5
"""Slack takes no more answers through one address."""
_OK = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who waits for an answer, and where it can go.

    By `url` beside a message, in an open `dialog`, or in a new one that `trigger` opens for three seconds.
    """

    person: PersonKey
    name: str
    channel: str
    url: str
    trigger: str
    dialog: str = ""


def asker(body: Mapping[str, Any], context: AsyncBoltContext) -> Asker:
    """Who sent a request; what comes from a dialog is about the channel in which that was opened."""
    user, view = body.get("user") or {}, body.get("view") or {}
    in_dialog = view.get("type") == "modal"
    return Asker(
        person=PersonKey(workspace=workspace_of(context), person=context.user_id or ""),
        name=str(user.get("name") or body.get("user_name") or ""),
        channel=memory_of(view).channel if in_dialog else context.channel_id or "",
        url=context.response_url or "",
        trigger=str(body.get("trigger_id") or ""),
        dialog=str(view.get("id") or "") if in_dialog else "",
    )


class Replies:
    """Answers that one person alone sees."""

    def __init__(self, session: aiohttp.ClientSession, calls: Calls, pictures: Pictures) -> None:
        self._session = session
        self._calls = calls
        self._pictures = pictures
        # A private answer that comes twice does no harm, one that is lost does.
        self._retries = [
            AsyncConnectionErrorRetryHandler(max_retry_count=2),
            AsyncRateLimitErrorRetryHandler(max_retry_count=2),
            AsyncServerErrorRetryHandler(max_retry_count=2),
        ]

    async def tell(self, to: Asker, card: Card) -> None:
        """Answer in as many messages as it takes; where there is no address for them, in a dialog."""
        try:
            renderer = Renderer((await self._pictures.known(to.person.workspace, card)).get)
            if to.url:
                await self._send(to, renderer.messages(card))
            else:
                view = renderer.told(card, title=_TITLE)
                await self._calls.call(to.person.workspace, "views.open", trigger_id=to.trigger, view=view)
        except (DeliveryFailed, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("reply_lost", person=to.person.person, reason=repr(error))

    async def whisper(self, to: Asker, card: Card) -> None:
        """Answer somebody in their channel, whatever became of the place where they asked."""
        if to.url:
            await self.tell(to, card)
            return
        try:
            await self._put(to, Renderer().messages(card))
        except DeliveryFailed as error:
            log.warning("reply_lost", person=to.person.person, reason=repr(error))

    async def _send(self, to: Asker, messages: Sequence[Message]) -> None:
        hook = AsyncWebhookClient(to.url, session=self._session, retry_handlers=self._retries)
        for message in messages[:_MOST_REPLIES]:
            body = {"response_type": "ephemeral", "replace_original": False}
            answer = await hook.send_dict({**body, "text": message.text, "blocks": message.blocks})
            if answer.status_code != _OK:
                log.warning("reply_refused", person=to.person.person, status=answer.status_code, body=answer.body)
                return
        await self._put(to, messages[_MOST_REPLIES:])

    async def _put(self, to: Asker, messages: Sequence[Message]) -> None:
        where = {"channel": to.channel, "user": to.person.person}
        for message in messages:
            told = {"text": message.text, "blocks": message.blocks}
            await self._calls.call(to.person.workspace, "chat.postEphemeral", **where, **told)
