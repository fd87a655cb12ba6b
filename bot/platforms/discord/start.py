"""What is asked of Discord at the start: whether the token is good, and whose it is."""

import asyncio
from collections.abc import Callable

import aiohttp
import discord
import structlog

from bot.platforms.discord.rights import ASKED_FOR
from bot.settings import BadSetting

log = structlog.get_logger(__name__)

_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0
_OVERLOADED, _SERVER_ERROR = 429, 500


async def logged_in(make: Callable[[], discord.AutoShardedClient], token: str) -> discord.AutoShardedClient:
    """A client that Discord knows, however long it cannot be reached; each try needs a new one.

    Raises:
        BadSetting: Discord refuses the token.
    """
    wait = _FIRST_WAIT
    while True:
        client = make()
        try:
            await client.login(token)
        except discord.LoginFailure as error:
            await client.close()
            raise BadSetting(
                "TRAPWISE_DISCORD__TOKEN is refused by Discord: reset it on the app's Bot page."
            ) from error
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
            await client.close()
            if isinstance(error, discord.HTTPException) and _OVERLOADED != error.status < _SERVER_ERROR:
                raise BadSetting(f"Discord does not let this token in ({error}).") from error
            log.warning("discord_api_not_reached", reason=repr(error), retry_in=wait)
        else:
            return client
        await asyncio.sleep(wait)
        wait = min(2 * wait, _LONGEST_WAIT)


def invite_link(client: discord.AutoShardedClient) -> str:
    """Where somebody who manages a server takes the bot in."""
    return discord.utils.oauth_url(
        client.application_id or 0, permissions=ASKED_FOR, scopes=("bot", "applications.commands")
    )
