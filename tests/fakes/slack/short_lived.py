"""What an interaction hands the app for a moment: a trigger for one modal, an address for a few answers."""

import secrets
from dataclasses import dataclass, field

from tests.fakes.slack.clock import Clock
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shown import Message
from tests.fakes.slack.workspace import Workspace

TRIGGER_LIVES = 3.0
REPLY_LIVES = 30 * 60
REPLY_USES = 5


@dataclass(kw_only=True)
class Trigger:
    """What lets an app open a modal, once and soon."""

    workspace: Workspace
    user: str
    at: float
    used: bool = False


@dataclass(kw_only=True)
class Triggers:
    """All of them by their id."""

    clock: Clock
    known: dict[str, Trigger] = field(default_factory=dict)

    def issue(self, workspace: Workspace, user: str) -> str:
        made = f"{secrets.randbits(40)}.{secrets.randbits(30)}.{secrets.token_hex(16)}"
        self.known[made] = Trigger(workspace=workspace, user=user, at=self.clock.now())
        return made

    def pull(self, trigger_id: str) -> Trigger:
        """Use one up."""
        trigger = self.known.get(trigger_id)
        if trigger is None:
            raise Refused("invalid_trigger_id")
        if trigger.used:
            raise Refused("exchanged_trigger_id")
        if self.clock.now() - trigger.at > TRIGGER_LIVES:
            raise Refused("expired_trigger_id")
        trigger.used = True
        return trigger


@dataclass(kw_only=True)
class ReplyUrl:
    """What lets an app answer an interaction, five times in half an hour."""

    workspace: Workspace
    user: str
    channel: str
    source: Message | None
    at: float
    uses: int = 0


@dataclass(kw_only=True)
class ReplyUrls:
    """All of them by the end of their address."""

    clock: Clock
    known: dict[str, ReplyUrl] = field(default_factory=dict)

    def issue(self, workspace: Workspace, user: str, channel: str, source: Message | None) -> str:
        """A new one's path."""
        name = f"{workspace.id}/{secrets.randbits(40)}/{secrets.token_hex(12)}"
        at = self.clock.now()
        self.known[name] = ReplyUrl(workspace=workspace, user=user, channel=channel, source=source, at=at)
        return f"/actions/{name}"

    def spend(self, name: str) -> ReplyUrl:
        """One use."""
        url = self.known.get(name)
        if url is None:
            raise Refused("invalid_url")
        if self.clock.now() - url.at > REPLY_LIVES:
            raise Refused("expired_url")
        if url.uses >= REPLY_USES:
            raise Refused("used_url")
        url.uses += 1
        return url
