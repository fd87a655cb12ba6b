"""Requests to Discord at a pace that it takes, and what each failure proves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord

from bot.platforms.discord.pace import Pace
from bot.platforms.discord.rights import NEEDED
from bot.port import PATIENCE, DeliveryFailed, InDoubt, Refused, TryLater

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
WRONG_CHANNEL_KIND, INVALID_FORM, THREAD_ARCHIVED = 50024, 50035, 50083
THREAD_EXISTS, THREAD_LOCKED, TOO_MANY_THREADS = 160004, 160005, 160006

_LONGEST_WAIT = PATIENCE / 2
"""Seconds that the library may wait out a limit by itself; a longer wait is the outbox's."""
_OVERLOADED = 429
_SERVER_ERROR = 500
_UNAUTHORISED = 401
_LONGEST_ID = 20
_LATER = {
    30046: ("Discord takes no more edits of old messages for a while", 60.0),
    40003: ("Discord lets me open no more direct messages for a while", 60.0),
    130000: ("Discord is overloaded", None),
}
_GONE = {
    UNKNOWN_CHANNEL: (
        "the channel was deleted: whoever runs the server moves the classroom with trapwise classroom move, or it is "
        "set up anew elsewhere with /classroom setup."
    ),
    10004: "I am not on that server any more.",
    10007: "that person is not on the server any more.",
    UNKNOWN_MESSAGE: "the message was deleted.",
    10013: "that person is not on Discord any more.",
    MISSING_ACCESS: "I cannot see the channel any more: give me the permission View Channel there.",
    50005: "the message is not mine to edit.",
    50007: "that person takes no direct messages from me.",
    50008: "no messages can be written there: use /classroom move.",
    50278: "that person and I share no server any more.",
}
_RIGHTS = ", ".join(NEEDED.values())
_FIXABLE = {
    MISSING_PERMISSIONS: f"I lack a permission in the channel. I need {_RIGHTS}.",
    160002: f"I may not read the channel's history. I need {_RIGHTS}.",
    THREAD_LOCKED: "the thread is locked.",
}


class DiscordRefused(Refused):
    """Refused by Discord with a code of its own."""

    def __init__(self, reason: str, *, gone: bool, code: int) -> None:
        super().__init__(reason, gone=gone)
        self.code = code


class Calls:
    """Requests as the bot; private answers go past it, for no limit of the bot's holds them up."""

    def __init__(self, client: discord.Client, pace: Pace | None = None) -> None:
        self._client = client
        self.pace = pace or Pace()
        client.http.max_ratelimit_timeout = _LONGEST_WAIT  # its constructor takes nothing below 30

    @asynccontextmanager
    async def one(self, *, channel: int | None = None, paid: bool = False) -> AsyncIterator[discord.Client]:
        """The client for one request, in its turn unless that is taken; failures come out as `bot.port` names them.

        `channel` is where it writes, if it does.
        """
        if self._client.is_closed():
            raise TryLater("Discord has shut the bot out; its log says why", after=60)
        if not paid:
            await self.pace.turn(channel=channel)
        try:
            yield self._client
        except discord.RateLimited as error:
            raise TryLater("Discord asks to wait", after=error.retry_after) from error
        except discord.HTTPException as error:
            raise meaning(error) from error
        except aiohttp.ClientConnectorError as error:
            raise TryLater(f"Discord cannot be reached ({error.strerror or error})") from error
        except (aiohttp.ClientError, OSError) as error:
            raise InDoubt(repr(error)) from error

    def is_own(self, message: discord.Message) -> bool:
        """Whether the bot itself wrote it."""
        return self._client.user is not None and message.author.id == self._client.user.id


def number(word: str) -> int:
    """An id as the library wants it.

    Raises:
        Refused: it is no id of Discord's, so nothing of that name can be there.
    """
    if word.isascii() and word.isdigit() and len(word) < _LONGEST_ID:
        return int(word)
    raise Refused(f"{word!r} is nothing that Discord knows.", gone=True)


def meaning(error: discord.HTTPException) -> DeliveryFailed:
    """What a refusal or a failure proves."""
    if error.status == _OVERLOADED:
        return TryLater("Discord asks to wait", after=_seconds(error.response.headers.get("Retry-After", "")))
    if error.code in _LATER:
        reason, after = _LATER[error.code]
        return TryLater(reason, after=after)
    if error.status == _UNAUTHORISED:
        told = "Discord refuses the bot's token: start it with a new TRAPWISE_DISCORD__TOKEN."
        return DiscordRefused(told, gone=False, code=error.code)
    if not error.code or error.status >= _SERVER_ERROR:
        return InDoubt(f"HTTP {error.status}")
    if error.code in _GONE:
        return DiscordRefused(_GONE[error.code], gone=True, code=error.code)
    told = _FIXABLE.get(error.code, f"Discord refuses it ({error.code}: {' '.join(error.text.split())}).")
    return DiscordRefused(told, gone=False, code=error.code)


def _seconds(word: str) -> float | None:
    return float(word) if word.isascii() and word.isdigit() else None
