"""What is asked of Slack at the start: whether the tokens are good, and whose they are."""

import asyncio
from collections.abc import Awaitable, Callable

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.platforms.slack.workspaces import Bot, workspace_key
from bot.settings import BadSetting

log = structlog.get_logger(__name__)

_PASSING = frozenset({"ratelimited", "fatal_error", "internal_error", "service_unavailable", "request_timeout", ""})
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0


async def own_bot(client: AsyncWebClient, token: str) -> tuple[Bot, str]:
    """The account that a bot token stands for, and its workspace's name.

    Raises:
        BadSetting: Slack refuses the token.
    """
    told = await _asked("TRAPWISE_SLACK__BOT_TOKEN", lambda: client.auth_test(token=token))
    workspace = workspace_key(told.get("enterprise_id"), told.get("team_id"))
    bot = Bot(workspace=workspace, token=token, id=str(told.get("bot_id", "")), user=str(told.get("user_id", "")))
    return bot, str(told.get("team", ""))


async def check_app_token(client: AsyncWebClient, token: str) -> None:
    """Make sure that a socket can be opened.

    Raises:
        BadSetting: Slack refuses the token.
    """
    await _asked("TRAPWISE_SLACK__APP_TOKEN", lambda: client.apps_connections_open(app_token=token))


async def _asked(setting: str, ask: Callable[[], Awaitable[AsyncSlackResponse]]) -> AsyncSlackResponse:
    """Slack's answer, however long it cannot be reached."""
    wait = _FIRST_WAIT
    while True:
        try:
            return await ask()
        except SlackApiError as error:
            data = getattr(error.response, "data", None)
            cause = str(data.get("error", "")) if isinstance(data, dict) else ""
            if cause not in _PASSING:
                raise BadSetting(f"{setting} is refused by Slack ({cause}).") from error
            log.warning("slack_not_ready", reason=cause, retry_in=wait)
        except (aiohttp.ClientError, TimeoutError) as error:
            log.warning("slack_not_reached", reason=repr(error), retry_in=wait)
        await asyncio.sleep(wait)
        wait = min(2 * wait, _LONGEST_WAIT)
