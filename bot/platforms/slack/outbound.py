"""What the tutor says in channels, threads and direct messages of Slack, each message with its key."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from cachetools import TTLCache

from bot.cards.blocks import Card
from bot.core.address import ChannelAddress, MessageAddress, PersonKey, WorkspaceKey
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.limits import Limits
from bot.platforms.slack.pictures import Pictures
from bot.platforms.slack.render import Renderer
from bot.port import Capacity, Marked, Refused, TryLater

MARK = "trapwise"
_PAGE = 200
"""Apps outside the Marketplace get 15 all the same, and one look a minute."""
_STOPPED, _MOST_STOPPED = 3600.0, 10_000
_SKEW = timedelta(hours=1)
"""How far our clock may be from Slack's, or may have been set, without a message being overlooked."""
_LATEST = timedelta(days=3650)
"""A look begins with the newest messages that it is told of; a delivery may have waited for a permission for long."""
_QUIET = {"unfurl_links": False, "unfurl_media": False, "mrkdwn": False}


class SlackChat:
    """The chat platform of Slack."""

    def __init__(self, calls: Calls, pictures: Pictures, limits: Limits | None = None) -> None:
        self._calls = calls
        self._pictures = pictures
        self._limits = limits or Limits()
        # Where a look goes on that Slack made pause between its pages, and in which try that was.
        self._stopped_at: TTLCache[str, tuple[int, str | None]] = TTLCache(_MOST_STOPPED, _STOPPED)

    async def post(self, channel: ChannelAddress, card: Card, /, *, key: str) -> MessageAddress:
        """Put a new message into a channel."""
        return await self._put(channel.workspace, card, key, channel=channel.channel)

    async def edit(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> None:
        """Replace a message of ours; safe to repeat."""
        await self._limits.edit(channel.workspace)
        await self._change(channel.workspace, message, card, key)

    async def show_count(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> bool:
        """Replace a message of ours, if that leaves the closes their turns."""
        if not await self._limits.spare_edit(channel.workspace):
            return False
        await self._change(channel.workspace, message, card, key)
        return True

    async def reply(self, channel: ChannelAddress, to: MessageAddress, card: Card, /, *, key: str) -> MessageAddress:
        """Put a message into the thread of another."""
        return await self._put(channel.workspace, card, key, channel=to.channel, thread_ts=to.message)

    async def direct(self, person: PersonKey, card: Card, /, *, key: str) -> MessageAddress:
        """Put a message where only that person reads it."""
        opened = await self._calls.call(person.workspace, "conversations.open", users=person.person)
        return await self._put(person.workspace, card, key, channel=str(opened["channel"]["id"]))

    async def find_marked(
        self, channel: ChannelAddress, marked: Marked, /, *, thread: MessageAddress | None = None
    ) -> MessageAddress | None:
        """The message that carries the key, if it is in the channel (or in the thread of a message)."""
        method, where = "conversations.history", {"channel": channel.channel}
        if thread is not None:
            method, where = "conversations.replies", {"channel": thread.channel, "ts": thread.message}
        # Without a latest moment Slack would begin with the messages next to the oldest one.
        window = {"oldest": _ts(marked.since - _SKEW), "latest": _ts(marked.since + _LATEST)}
        look = {**where, **window, "limit": _PAGE, "include_all_metadata": True}
        tries, cursor = self._stopped_at.pop(marked.key, (0, None))
        cursor = cursor if tries + 1 == marked.tries else None
        while True:
            self._stopped_at[marked.key] = marked.tries, cursor
            page = await self._calls.call(channel.workspace, method, cursor=cursor, **look)
            for message in page.get("messages") or ():
                if _key_of(message) == marked.key:
                    self._stopped_at.pop(marked.key, None)
                    return MessageAddress(channel=where["channel"], message=str(message["ts"]))
            cursor = (page.get("response_metadata") or {}).get("next_cursor") or None
            if cursor is None:
                self._stopped_at.pop(marked.key, None)
                return None

    def capacity(self) -> Capacity:
        """All but what workspaces and channels take no more of now."""
        return Capacity(workspaces=self._limits.workspaces(self._calls.paused()), channels=self._limits.channels())

    async def _change(self, workspace: WorkspaceKey, message: MessageAddress, card: Card, key: str) -> None:
        where = {"channel": message.channel, "ts": message.message}
        await self._send(workspace, "chat.update", card, key, link_names=False, **where)

    async def _put(self, workspace: WorkspaceKey, card: Card, key: str, **where: str) -> MessageAddress:
        await self._limits.message(workspace, where["channel"])
        posted = await self._send(workspace, "chat.postMessage", card, key, **where, **_QUIET)
        return MessageAddress(channel=str(posted["channel"]), message=str(posted["ts"]))

    async def _send(
        self, workspace: WorkspaceKey, method: str, card: Card, key: str, **where: Any
    ) -> Mapping[str, Any]:
        ready = await self._pictures.ready(workspace, card)
        message = Renderer(ready.get).message(card)
        mark = {"event_type": MARK, "event_payload": {"key": key}}
        try:
            return await self._calls.call(
                workspace, method, text=message.text, blocks=message.blocks, metadata=mark, parse="none", **where
            )
        except Refused as error:
            if ready and not error.gone and await self._pictures.may_recover(workspace, card):
                raise TryLater("Slack has not taken in the picture yet", after=2) from error
            raise


def _ts(moment: datetime) -> str:
    return f"{moment.timestamp():.6f}"


def _key_of(message: Mapping[str, Any]) -> str | None:
    mark = message.get("metadata") or {}
    return (mark.get("event_payload") or {}).get("key") if mark.get("event_type") == MARK else None
