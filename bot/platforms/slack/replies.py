"""Private answers: who waits for them, and how they get there."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
import structlog
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.cards.blocks import Card
from bot.core.address import PersonKey
from bot.platforms.slack.calls import Calls, seconds
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
_OK, _OVERLOADED, _SERVER_ERROR = 200, 429, 500
_WAITS = (1.0, 3.0, 8.0, 20.0)
_LONGEST_WAIT = 30.0
"""Seconds between tries."""


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
        # Without a level of its own the library writes every reply out for a log that never shows it.
        self._log = logging.getLogger(__name__)
        self._log.setLevel(logging.INFO)

    async def tell(self, to: Asker, card: Card) -> bool:
        """Answer in as many messages as it takes, in a dialog if they have no address; whether all went through."""
        try:
            renderer = Renderer((await self._pictures.known(to.person.workspace, card)).get)
            if to.url:
                await self._send(to, renderer.messages(card))
            else:
                view = renderer.told(card, title=_TITLE)
                await self._calls.call(to.person.workspace, "views.open", trigger_id=to.trigger, view=view)
        except (DeliveryFailed, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("reply_lost", person=to.person.person, reason=repr(error))
            return False
        return True

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
        """The first ones through the address that Slack gave for it, whatever does not go through beside it."""
        hook = AsyncWebhookClient(to.url, session=self._session, retry_handlers=[], logger=self._log)
        for place, message in enumerate(messages[:_MOST_REPLIES]):
            if not await _sent(hook, message):
                log.warning("reply_not_taken", person=to.person.person)
                await self._put(to, messages[place:])
                return
        await self._put(to, messages[_MOST_REPLIES:])

    async def _put(self, to: Asker, messages: Sequence[Message]) -> None:
        where = {"channel": to.channel, "user": to.person.person}
        for message in messages:
            told = {"text": message.text, "blocks": message.blocks}
            await self._calls.call(to.person.workspace, "chat.postEphemeral", **where, **told)


async def _sent(hook: AsyncWebhookClient, message: Message) -> bool:
    """Whether Slack took it, at once or within a minute: one that comes twice does no harm, one that is lost does."""
    body = {"response_type": "ephemeral", "replace_original": False, "text": message.text, "blocks": message.blocks}
    for wait in (*_WAITS, None):
        asked: float | None = None
        try:
            answer = await hook.send_dict(body)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            log.info("reply_tried", reason=repr(error))
        else:
            if answer.status_code == _OK:
                return True
            if answer.status_code != _OVERLOADED and answer.status_code < _SERVER_ERROR:
                return False
            asked = seconds(str(answer.headers.get("Retry-After", "")))
        if wait is not None:
            await asyncio.sleep(min(max(wait, asked or 0.0), _LONGEST_WAIT))
    return False
