"""Whose words these are: the workspace of a request, and the bot's own account in each workspace."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from slack_bolt.context.async_context import AsyncBoltContext

from bot.core.address import Platform, WorkspaceKey
from bot.desk import Desk
from bot.tutor.leaving import leave

_JOINT = "/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """The bot in one workspace; `installed_by` is empty where nobody knows.

    `token` is empty where no key opens it, `sealed` is the token as it is stored.
    """

    workspace: WorkspaceKey
    token: str = field(repr=False)
    id: str
    user: str
    installed_by: str = ""
    sealed: str = field(repr=False, default="")


class Bots(Protocol):
    """The bot's accounts, by workspace."""

    async def bot_in(self, workspace: WorkspaceKey) -> Bot | None:
        """The bot in that workspace, None where it is not installed or not any more."""
        ...

    async def end(self, bot: Bot) -> None:
        """The token that the bot had is dead."""
        ...


class OneBot:
    """The bot of the one workspace whose token was set."""

    def __init__(self, bot: Bot, desk: Desk, clock: Callable[[], datetime]) -> None:
        self._bot = bot
        self._desk = desk
        self._clock = clock

    async def bot_in(self, workspace: WorkspaceKey) -> Bot | None:
        """The bot, if that is its workspace."""
        return self._bot if workspace == self._bot.workspace else None

    async def end(self, bot: Bot) -> None:
        """The token is dead: the workspace's classrooms pause; a new token is a new setting, and a new start."""
        await self._desk.write(leave, bot.workspace, self._clock())


def workspace_key(enterprise: str | None, team: str | None) -> WorkspaceKey:
    """The key of a team; inside an organisation it begins with that, and names it alone where no team is told."""
    name = f"{enterprise}{_JOINT}{team or ''}" if enterprise else team or ""
    return WorkspaceKey(platform=Platform.SLACK, external_id=name)


def organisation_of(workspace: WorkspaceKey) -> WorkspaceKey | None:
    """The key of the organisation that a team belongs to, None for a team on its own."""
    enterprise, joint, team = workspace.external_id.partition(_JOINT)
    return workspace_key(enterprise, None) if joint and team else None


def workspace_of(context: AsyncBoltContext) -> WorkspaceKey:
    """The workspace that a request came from."""
    return workspace_key(context.enterprise_id, context.team_id)
