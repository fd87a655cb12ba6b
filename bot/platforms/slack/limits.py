"""What Slack takes: messages in a channel and in a workspace, and edits in a workspace."""

from collections.abc import Mapping

from bot.budget import Budgets
from bot.core.address import ChannelAddress, WorkspaceKey
from bot.core.shares import AT_ONCE, Allowance

_PROMPTLY = 3.0
"""Seconds within which a message or an edit gets its turn, or is put off."""
_FOR_CLOSES = 8
"""Edits that counts leave to closes."""


class Limits:
    """Turns to post and to edit, below what Slack answers with a 429; private answers need none.

    Slack takes one message a second in a channel with a short burst, some hundred a minute in a workspace, and fifty
    edits a minute in a workspace: 24 at once and 24 in the minute after that are below it in any minute.
    """

    def __init__(self, processes: int = 1) -> None:
        """Each process has its part of what there is."""
        self._channels = Budgets(max(1, 2 // processes), 0.9 / processes)
        self._posts = Budgets(max(1, 10 // processes), 4 / processes)
        self._edits = Budgets(max(1, 24 // processes), 0.4 / processes)
        self._for_closes = _FOR_CLOSES // processes

    async def message(self, workspace: WorkspaceKey, channel: str) -> None:
        """Wait for the turn of a message.

        Raises:
            NotYet: it does not come soon.
        """
        await self._channels.of(ChannelAddress(workspace=workspace, channel=channel)).turn(within=_PROMPTLY)
        await self._posts.of(workspace).turn(within=_PROMPTLY)

    async def edit(self, workspace: WorkspaceKey) -> None:
        """Wait for the turn of an edit.

        Raises:
            NotYet: it does not come soon.
        """
        await self._edits.of(workspace).turn(within=_PROMPTLY)

    async def spare_edit(self, workspace: WorkspaceKey) -> bool:
        """Take a turn if there are more than closes may want."""
        return await self._edits.of(workspace).spare(leaving=self._for_closes)

    def workspaces(self, paused: Mapping[WorkspaceKey, set[str]]) -> dict[WorkspaceKey, Allowance]:
        """What each takes that takes less than all; nothing of what Slack made wait there itself."""
        messages, edits = self._posts.short(), self._edits.short()
        named = {key for key in (*messages, *edits, *paused) if isinstance(key, WorkspaceKey)}
        return {
            key: Allowance(
                messages=0 if "chat.postMessage" in paused.get(key, ()) else messages.get(key, AT_ONCE),
                edits=0 if "chat.update" in paused.get(key, ()) else edits.get(key, AT_ONCE),
            )
            for key in named
        }

    def channels(self) -> dict[str, Allowance]:
        """The messages that each takes now that takes less than all."""
        short = self._channels.short().items()
        return {
            key.channel: Allowance(messages=left, both=AT_ONCE)
            for key, left in short
            if isinstance(key, ChannelAddress)
        }
