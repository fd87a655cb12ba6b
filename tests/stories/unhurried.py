"""Limits that never bind: a story leaps over the days in which every budget would fill up again."""

from bot.core.address import WorkspaceKey
from bot.platforms.discord.pace import Pace
from bot.platforms.slack.limits import Limits


class AnyPace(Pace):
    """Discord's."""

    async def turn(self, *, channel: int | None = None) -> None:
        """At once."""

    async def spare(self, *, channel: int) -> bool:
        """Always."""
        del channel
        return True


class NoLimits(Limits):
    """Slack's."""

    async def message(self, workspace: WorkspaceKey, channel: str) -> None:
        """At once."""

    async def edit(self, workspace: WorkspaceKey) -> None:
        """At once."""

    async def spare_edit(self, workspace: WorkspaceKey) -> bool:
        """Always."""
        del workspace
        return True
