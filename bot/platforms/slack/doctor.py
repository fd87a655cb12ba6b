"""What the doctor asks of Slack: are the tokens good, have they the scopes, is the bot in the channels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.core.address import WorkspaceKey
from bot.core.classroom import Classroom
from bot.doctor.classrooms import named
from bot.doctor.clocks import compared_by_date
from bot.doctor.finding import Finding, fault, ok, warning
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.oauth import SCOPES
from bot.platforms.slack.workspaces import Bot, organisation_of, workspace_key
from bot.port import DeliveryFailed, Refused

_ABOUT = "slack"
_SCOPES = "x-oauth-scopes"
_AGAIN = "Give the app the scopes of deploy/slack-manifest.yaml and install it again."


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A bot token and where it comes from, as people know that."""

    token: str = field(repr=False)
    source: str
    remedy: str


class Doctor:
    """Reads, and changes nothing."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client
        self._known = _Known()
        self._calls = Calls(client, self._known)

    async def app_token(self, token: str) -> Finding:
        """Whether a socket could be opened."""
        try:
            await self._client.apps_connections_open(app_token=token)
        except SlackApiError as error:
            told = f"TRAPWISE_SLACK__APP_TOKEN is refused ({_cause(error)})."
            return fault(_ABOUT, told, "Take a new one from App-Level Tokens, with connections:write.")
        except (aiohttp.ClientError, TimeoutError) as error:
            return _out_of_reach(error)
        return ok(_ABOUT, "the app token opens sockets")

    async def account(self, account: Account) -> Sequence[Finding]:
        """Whether a bot token is good, and whose it is."""
        asked_at = datetime.now(UTC)
        try:
            told = await self._client.auth_test(token=account.token)
        except SlackApiError as error:
            return [fault(_ABOUT, f"{account.source} is refused ({_cause(error)}).", account.remedy)]
        except (aiohttp.ClientError, TimeoutError) as error:
            return [_out_of_reach(error)]
        where = workspace_key(told.get("enterprise_id"), told.get("team_id"))
        self._known.bots[where] = Bot(
            workspace=where, token=account.token, id=str(told.get("bot_id", "")), user=str(told.get("user_id", ""))
        )
        date = told.headers.get("Date", "")
        return [
            ok(_ABOUT, f"{account.source} is good for workspace {told.get('team')} ({where.external_id})"),
            *_scopes(told),
            compared_by_date(_ABOUT, date, asked_at, datetime.now(UTC)),
        ]

    async def channel(self, classroom: Classroom) -> Finding:
        """Whether the bot is in a classroom's channel; Slack tells nobody whether a message would be taken."""
        address = classroom.address
        try:
            await self._calls.call(address.workspace, "conversations.history", channel=address.channel, limit=1)
        except Refused as error:
            known = await self._known.bot_in(address.workspace)
            return fault(named(classroom), str(error), "Type /invite @Trapwise there." if error.gone and known else "")
        except DeliveryFailed as error:
            return warning(named(classroom), f"its channel could not be looked into ({error}).")
        return ok(named(classroom), "the bot is in its channel")


class _Known:
    """The accounts that were found good; a dead one is somebody else's to end."""

    def __init__(self) -> None:
        self.bots: dict[WorkspaceKey, Bot] = {}

    async def bot_in(self, workspace: WorkspaceKey) -> Bot | None:
        """The account of a workspace, or of its organisation."""
        organisation = organisation_of(workspace)
        return self.bots.get(workspace) or (self.bots.get(organisation) if organisation else None)

    async def end(self, bot: Bot) -> None:
        """Nothing: the doctor only looks."""


def _scopes(told: AsyncSlackResponse) -> list[Finding]:
    headers: Mapping[str, str] = told.headers
    if _SCOPES not in headers:
        return [warning(_ABOUT, "Slack does not tell the token's scopes")]
    held = {word.strip() for word in headers[_SCOPES].split(",")}
    lacking = [scope for scope in SCOPES if scope not in held]
    if lacking:
        return [fault(_ABOUT, f"the token lacks {', '.join(lacking)}.", _AGAIN)]
    return [ok(_ABOUT, "the token has all scopes of the manifest")]


def _out_of_reach(error: Exception) -> Finding:
    told = f"Slack cannot be reached ({str(error) or 'no answer in time'})."
    return fault(_ABOUT, told, "See to the network, or a proxy.")


def _cause(error: SlackApiError) -> str:
    data = getattr(error.response, "data", None)
    return str(data.get("error", "")) if isinstance(data, dict) else "no JSON"
