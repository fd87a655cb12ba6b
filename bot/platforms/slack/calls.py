"""Calls of Slack's Web API over one pooled session, and what each failure proves."""

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.core.address import WorkspaceKey
from bot.platforms.slack.workspaces import Bot, Bots
from bot.port import DeliveryFailed, InDoubt, Refused, TryLater

_READS = frozenset({"conversations.history", "conversations.replies", "users.info", "auth.test"})
_FORMS = frozenset({"files.getUploadURLExternal", "files.completeUploadExternal"})
"""Methods that take no JSON: these want a query, those a form."""
_UNCLEAR = frozenset({"fatal_error", "internal_error", "service_unavailable", "request_timeout"})
"""Answers that name no cause: the work may have been done."""
DEAD_TOKEN = frozenset({"token_revoked", "token_expired", "account_inactive", "invalid_auth", "not_authed"})
_GONE = {
    "channel_not_found": "the channel is gone, or I am no longer in it: /invite me there.",
    "not_in_channel": "I am not in the channel: /invite me there.",
    "is_archived": "the channel is archived: unarchive it, or use /classroom move.",
    "message_not_found": "the message was deleted.",
    "thread_not_found": "the message was deleted.",
    "cant_update_message": "the message is not mine to edit.",
    "edit_window_closed": "the workspace lets no message be edited so late.",
    "user_not_found": "that person is not here any more.",
    "user_disabled": "that person's account is closed.",
    "cannot_dm_bot": "a bot cannot be told anything.",
    "team_access_not_granted": "the organisation has not let me into this workspace.",
}
_FIXABLE = {
    "missing_scope": "the app lacks a permission: install it again with the scopes of its manifest.",
    "restricted_action": "a workspace setting keeps me from posting there.",
    "restricted_action_read_only_channel": "the channel is read-only for me.",
    "restricted_action_thread_only_channel": "the channel takes nothing but replies in threads.",
    "restricted_action_non_threadable_channel": "the channel has no threads.",
    "ekm_access_denied": "the organisation's key management keeps me out.",
}
REMOVED = "the app is not installed in this workspace any more: install it again."
_WHO = "auth.test"
_OVERLOADED = 429
_SERVER_ERROR = 500


class Calls:
    """Slack's Web API as every workspace's own bot; a workspace that asks for a pause gets it."""

    def __init__(self, client: AsyncWebClient, bots: Bots) -> None:
        """The client must retry nothing by itself: a post whose answer was lost would be posted twice."""
        self._client = client
        self._bots = bots
        self._paused: dict[tuple[WorkspaceKey, str], float] = {}

    @property
    def proxy(self) -> str | None:
        """The proxy that the library found in the environment."""
        return self._client.proxy

    def paused(self) -> dict[WorkspaceKey, set[str]]:
        """What must wait in which workspaces, because Slack asked for it."""
        now = asyncio.get_running_loop().time()
        self._paused = {which: until for which, until in self._paused.items() if until > now}
        found: dict[WorkspaceKey, set[str]] = {}
        for workspace, method in self._paused:
            found.setdefault(workspace, set()).add(method)
        return found

    async def bot(self, workspace: WorkspaceKey) -> Bot:
        """The bot's account in the workspace.

        Raises:
            Refused: it is not installed there.
        """
        found = await self._bots.bot_in(workspace)
        if found is None:
            raise Refused(REMOVED, gone=True)
        return found

    async def call(self, workspace: WorkspaceKey, method: str, **arguments: Any) -> Mapping[str, Any]:
        """Do one thing in a workspace.

        Raises:
            DeliveryFailed: as `bot.port` tells them apart.
        """
        bot = await self.bot(workspace)
        if not bot.token:
            raise TryLater("none of the keys of this process opens the workspace's token")
        self._wait_out(workspace, method)
        try:
            return await self._call(bot.token, method, arguments)
        except TryLater as error:
            if error.after is not None:
                self._paused[workspace, method] = asyncio.get_running_loop().time() + error.after
            raise
        except DeadToken:
            await self._confirm(bot, method)
            raise

    async def _confirm(self, bot: Bot, method: str) -> None:
        """Ask again whether the token is dead before a whole workspace is stopped for it.

        Raises:
            TryLater: it is not, or Slack does not tell now.
        """
        if method != _WHO:
            try:
                await self._call(bot.token, _WHO, {})
            except DeadToken:
                pass
            except DeliveryFailed as error:
                raise TryLater("Slack does not tell whether the token is good") from error
            else:
                raise TryLater("Slack took a good token for a dead one")
        await self._bots.end(bot)

    def _wait_out(self, workspace: WorkspaceKey, method: str) -> None:
        now = asyncio.get_running_loop().time()
        until = self._paused.get((workspace, method), now)
        if until > now:
            raise TryLater(f"Slack asked to wait before the next {method}", after=until - now)
        self._paused.pop((workspace, method), None)

    async def _call(self, token: str, method: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        body = _body(method, {name: value for name, value in arguments.items() if value is not None})
        try:
            response = await self._client.api_call(method, headers={"Authorization": f"Bearer {token}"}, **body)
        except SlackApiError as error:
            raise _meaning(method, error) from error
        except aiohttp.ClientConnectorError as error:
            raise TryLater(f"Slack cannot be reached ({error.strerror or error})") from error
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            raise InDoubt(f"{method}: {error!r}") from error
        assert isinstance(response.data, dict)  # noqa: S101 - every method of ours answers JSON
        return response.data


def _body(method: str, given: dict[str, Any]) -> dict[str, Any]:
    if method in _READS:
        return {"http_verb": "GET", "params": given}
    return {"data": given} if method in _FORMS else {"json": given}


class DeadToken(Refused):
    """The workspace's token is dead: nothing works there until the app is installed again."""


def _meaning(method: str, error: SlackApiError) -> Refused | TryLater | InDoubt:
    """What a failed call proves."""
    response = error.response
    # A body that was no JSON leaves the bare HTTP response here, which calls its status otherwise.
    status = getattr(response, "status_code", None) or getattr(response, "status", None) or 0
    data = getattr(response, "data", None)
    cause = str(data.get("error", "")) if isinstance(data, dict) else ""
    if status == _OVERLOADED or cause == "ratelimited":
        return TryLater("Slack asks to wait", after=seconds(response.headers.get("Retry-After", "")))
    if not cause or status >= _SERVER_ERROR or cause in _UNCLEAR:
        return InDoubt(f"{method}: {cause or f'HTTP {status}'}")
    if cause in DEAD_TOKEN:
        return DeadToken(REMOVED, gone=True)
    if cause in _GONE:
        return Refused(_GONE[cause], gone=True)
    return Refused(_FIXABLE.get(cause, f"Slack refuses it ({cause})."), gone=False)


def seconds(word: str) -> float | None:
    """A Retry-After as Slack writes it; None for anything else."""
    return float(word) if re.fullmatch(r"\d{1,6}(?:\.\d+)?", word, re.ASCII) else None
