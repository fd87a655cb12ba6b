"""One call of a method: its arguments, and whose they are."""

import json
from collections.abc import Callable
from dataclasses import dataclass

from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.slack import Slack
from tests.fakes.slack.workspace import Channel, User, Workspace


@dataclass(frozen=True, kw_only=True)
class Args:
    """Arguments as they came: words in a form, anything in JSON."""

    given: Body

    def has(self, name: str) -> bool:
        return self.given.get(name) is not None

    def text(self, name: str) -> str:
        value = self.given.get(name)
        return "" if value is None else str(value)

    def needed(self, name: str) -> str:
        if not self.text(name):
            raise invalid(f"missing required field: {name}")
        return self.text(name)

    def yes(self, name: str) -> bool:
        return self.text(name).lower() in {"1", "true"}

    def number(self, name: str, default: int) -> int:
        try:
            return int(self.text(name) or default)
        except ValueError as error:
            raise invalid(f"must be an integer: {name}") from error

    def data(self, name: str, error: str) -> object:
        """An argument that is JSON, whichever way it was sent."""
        value = self.given[name]
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except json.JSONDecodeError as broken:
            raise Refused(error) from broken


def invalid(*messages: str) -> Refused:
    """A refusal that says which arguments are wrong."""
    return Refused("invalid_arguments", response_metadata={"messages": [f"[ERROR] {each}" for each in messages]})


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A call with the workspace whose token it carries."""

    slack: Slack
    workspace: Workspace
    args: Args

    def channel(self, *, member: bool = True) -> Channel:
        """The channel a call is about, as far as the bot may know of it."""
        found = self._look_up(self.args.needed("channel"))
        hidden = found is None or found.deleted or (found.private and not found.bot)
        if found is None or hidden:
            raise Refused("channel_not_found")
        if member and not found.bot:
            raise Refused("not_in_channel")
        return found

    def _look_up(self, name: str) -> Channel | None:
        if name in self.workspace.users:
            return self.workspace.direct(self.workspace.users[name])
        known = self.workspace.channels
        return known.get(name) or next((each for each in known.values() if f"#{each.name}" == name), None)

    def user(self, name: str = "user") -> User:
        found = self.workspace.users.get(self.args.needed(name))
        if found is None:
            raise Refused("user_not_found")
        return found

    def ts(self) -> str:
        return self.slack.clock.ts()

    def bot(self) -> Body:
        """The author of what the app says."""
        team = self.workspace
        return {"user": team.bot.id, "bot_id": team.bot_id, "app_id": self.slack.app.id, "team": team.id}


Work = Callable[[Asked], Body]


@dataclass(frozen=True, kw_only=True)
class Method:
    """What a method does and which scopes it wants, all of them; `{kind}` stands for the channel's kind."""

    run: Work
    scopes: tuple[str, ...] = ()
