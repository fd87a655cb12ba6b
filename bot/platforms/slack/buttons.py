"""Pressed letters: from Slack's payload to the private reply, which follows the commit."""

import asyncio
import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext

from bot.background import Background
from bot.cards.blocks import Card
from bot.core.address import Platform
from bot.platforms.slack.home import Home
from bot.platforms.slack.people import People
from bot.platforms.slack.replies import PROMPT, Asker, Replies, asker
from bot.reception import Reception, as_card, settled

ANSWERS = re.compile(r"answer\.(?:[A-J]|submit)")
"""The ids of the letters' buttons and of the one that sends several."""
_SUBMIT = "submit"
_PICKS = "pick"


class Buttons:
    """Answers by button; nothing here depends on which process posted the card."""

    def __init__(self, *, reception: Reception, replies: Replies, people: People, home: Home, work: Background) -> None:
        self._reception = reception
        self._replies = replies
        self._people = people
        self._home = home
        self._work = work

    async def answered(self, ack: AsyncAck, body: dict[str, Any], context: AsyncBoltContext) -> None:
        """Acknowledge once it is stored; a slow database delays the reply and costs nobody an error."""
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._work.start(self._deal(asker(body, context), body, stored))
        await asyncio.wait({stored}, timeout=PROMPT)
        await ack()

    async def _deal(self, who: Asker, body: Mapping[str, Any], stored: "asyncio.Future[None]") -> None:
        """Store and reply."""
        received = time.monotonic()
        said = await settled(self._answer(who, body))
        stored.set_result(None)
        if await self._replies.tell(who, as_card(said)):
            self._reception.replied(Platform.SLACK, received)
        if not who.url:
            await self._home.draw(who)

    async def _answer(self, who: Asker, body: Mapping[str, Any]) -> Card:
        action = body["actions"][0]
        clicked_at = datetime.fromtimestamp(float(action["action_ts"]), UTC)
        posting = str(action.get("value", ""))
        return await self._reception.answered(self._people.member(who), posting, _letters(action, body), clicked_at)


def _letters(action: Mapping[str, Any], body: Mapping[str, Any]) -> list[str]:
    """The letter of the button, or those that are ticked beside it."""
    letter = str(action["action_id"]).removeprefix("answer.")
    if letter != _SUBMIT:
        return [letter]
    state = (body.get("state") or (body.get("view") or {}).get("state") or {}).get("values") or {}
    ticked = (state.get(action.get("block_id")) or {}).get(_PICKS) or {}
    return [str(option.get("value")) for option in ticked.get("selected_options") or ()]
