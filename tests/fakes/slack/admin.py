"""What admins and Slack itself do: take the app away, shut channels, bring things again."""

import asyncio
from dataclasses import dataclass, replace

from tests.fakes.slack.delivery import Ack, Carrier, Kind, Parcel
from tests.fakes.slack.payloads import Payloads
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.shown import Message
from tests.fakes.slack.slack import Slack
from tests.fakes.slack.workspace import Channel, User, Workspace


@dataclass(frozen=True, kw_only=True)
class Admin:
    """Acts on whole workspaces and channels; events go only to an app that subscribed to them."""

    slack: Slack
    carrier: Carrier

    async def uninstall(self, team: Workspace) -> list[Ack]:
        """The token dies first, then the app hears of it, twice."""
        self._kill(team, "account_inactive")
        revoked: Body = {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [team.bot.id]}}
        both = await asyncio.gather(self._tell(team, revoked), self._tell(team, {"type": "app_uninstalled"}))
        return [ack for ack in both if ack is not None]

    async def revoke(self, team: Workspace) -> Ack | None:
        """Only the token is taken away."""
        self._kill(team, "token_revoked")
        return await self._tell(team, {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [team.bot.id]}})

    async def remove_bot(self, channel: Channel) -> Ack | None:
        channel.bot = False
        kind = "group_left" if channel.private else "channel_left"
        return await self._tell(self._team(channel), {"type": kind, "channel": channel.id})

    async def archive(self, channel: Channel) -> Ack | None:
        channel.archived = True
        kind = "group_archive" if channel.private else "channel_archive"
        return await self._tell(self._team(channel), {"type": kind, "channel": channel.id})

    async def redeliver(self, ack: Ack, *, number: int = 1, reason: str = "http_timeout") -> Ack:
        """The same payload again, marked as Slack marks it."""
        return await self.carrier.deliver(replace(ack.parcel, retry=number, retry_reason=reason))

    async def verify_url(self) -> bool:
        """Slack's check of a request URL: the app must echo a challenge."""
        payload: Body = {"type": "url_verification", "token": self.slack.app.verification_token, "challenge": "echo-me"}
        ack = await self.carrier.deliver(Parcel(kind=Kind.EVENT, payload=payload))
        return ack.ok and ack.body.get("challenge", ack.body.get("text")) == "echo-me"

    def say(self, user: User, channel: Channel, text: str, *, thread: Message | None = None) -> Message:
        """Somebody talks; the app hears nothing of it."""
        author: Body = {"user": user.id, "team": user.team}
        said = Message(channel=channel.id, ts=self.slack.clock.ts(), author=author, text=text)
        said.thread_ts = thread.ts if thread else None
        channel.log.append(said)
        return said

    def _kill(self, team: Workspace, error: str) -> None:
        self.slack.dead_tokens[team.token] = error
        team.token = ""

    async def _tell(self, team: Workspace, event: Body) -> Ack | None:
        if event["type"] not in self.slack.app.events:
            return None
        payload = Payloads(slack=self.slack, workspace=team).event(event)
        return await self.carrier.announce(Parcel(kind=Kind.EVENT, payload=payload))

    def _team(self, channel: Channel) -> Workspace:
        return next(team for team in self.slack.workspaces.values() if channel.id in team.channels)
