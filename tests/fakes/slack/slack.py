"""All that Slack knows: the app, the workspaces, what is short-lived, and a log of what was asked of it."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.fakes.slack.clock import Clock
from tests.fakes.slack.faults import Faults
from tests.fakes.slack.rates import Rates
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.short_lived import ReplyUrls, Triggers
from tests.fakes.slack.workspace import SCOPES, Workspace, new_id, new_workspace


@dataclass(kw_only=True)
class App:
    """The app as its settings page shows it; `events` are the ones it subscribed to, `redirect_url` its own one."""

    id: str = field(default_factory=lambda: new_id("A"))
    client_id: str = "1111.2222"
    client_secret: str = "client-secret"
    signing_secret: str = "signing-secret"
    verification_token: str = "verification-token"
    app_token: str = "xapp-1-A-1-app-token"
    redirect_url: str = ""
    events: set[str] = field(default_factory=lambda: {"app_home_opened", "app_uninstalled", "tokens_revoked"})


@dataclass(frozen=True, kw_only=True)
class Call:
    """One call of the Web API or of a response_url, as it came in."""

    method: str
    workspace: str | None
    args: Body
    at: float


class Slack:
    """The state of everything; servers and people work on it."""

    def __init__(self, clock: Clock, app: App) -> None:
        self.clock, self.app = clock, app
        self.faults, self.rates = Faults(), Rates()
        self.triggers, self.reply_urls = Triggers(clock=clock), ReplyUrls(clock=clock)
        self.workspaces: dict[str, Workspace] = {}
        self.dead_tokens: dict[str, str] = {}  # the error each now gives
        self.calls: list[Call] = []
        self.errors_seen: list[tuple[str, str, str]] = []  # who, doing what, was told what
        self.origin = ""
        self.stirred = asyncio.Event()  # something was done; see `until`

    @property
    def base_url(self) -> str:
        """Where the Web API is, with its closing slash."""
        return f"{self.origin}/api/"

    async def until(self, holds: Callable[[], object], *, within: float = 5.0) -> None:
        """Wait for what the app does after its acknowledgement: looked at again after each of its calls."""
        async with asyncio.timeout(within):
            while not holds():
                self.stirred.clear()
                await self.stirred.wait()

    def workspace(
        self,
        name: str = "acme",
        *,
        installed: bool = True,
        enterprise_id: str | None = None,
        scopes: Iterable[str] = SCOPES.split(","),
    ) -> Workspace:
        """A new team with a #general and the app in it."""
        made = new_workspace(name, enterprise_id=enterprise_id, scopes=scopes)
        self.workspaces[made.id] = made
        if installed:
            made.install()
        return made

    def owner_of(self, token: str) -> Workspace:
        """The workspace a bot token opens."""
        if token in self.dead_tokens:
            raise Refused(self.dead_tokens[token])
        for each in self.workspaces.values():
            if token and each.token == token:
                return each
        if token.startswith("xapp-"):
            raise Refused("not_allowed_token_type")
        raise Refused("invalid_auth" if token else "not_authed")
