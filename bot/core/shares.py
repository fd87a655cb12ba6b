"""Shares: how much of what is due one worker takes at once, so that nobody's hurry or trouble holds up the others."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.core.address import Platform, WorkspaceKey
from bot.core.delivery import DeliveryKind

AT_ONCE = 32
"""Deliveries that one worker has under way."""
SHARE = AT_ONCE // 4
"""Those of them that may be one workspace's."""
EDITS = frozenset({DeliveryKind.CLOSE, DeliveryKind.VOID})


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How many deliveries of a workspace can begin: new messages, edits, and both together."""

    messages: int = AT_ONCE
    edits: int = AT_ONCE
    both: int = SHARE

    def takes(self, kind: DeliveryKind) -> bool:
        """Whether there is room for one of that kind."""
        return min(self.both, self.edits if kind in EDITS else self.messages) > 0

    def without(self, kind: DeliveryKind) -> "Room":
        """What is left beside one of that kind."""
        left = replace(self, both=self.both - 1)
        if kind in EDITS:
            return replace(left, edits=self.edits - 1)
        return replace(left, messages=self.messages - 1)


class Shares:
    """What may still be taken: in all, on each platform, and of each workspace."""

    def __init__(
        self, most: int, platforms: Mapping[Platform, int], rooms: Mapping[WorkspaceKey, Room] | None = None
    ) -> None:
        """A workspace without a room of its own has the usual one."""
        self._most = most
        self._platforms = dict(platforms)
        self._rooms = dict(rooms or {})

    @property
    def left(self) -> int:
        """How many in all."""
        return min(self._most, sum(self._platforms.values()))

    @property
    def platforms(self) -> list[Platform]:
        """Where anything may be taken."""
        return [platform for platform, left in self._platforms.items() if left > 0]

    def full_for(self, kind: DeliveryKind) -> list[WorkspaceKey]:
        """The workspaces of which none of that kind may be taken."""
        return [workspace for workspace, room in self._rooms.items() if not room.takes(kind)]

    def take(self, workspace: WorkspaceKey, kind: DeliveryKind) -> bool:
        """Take one if it may be taken."""
        room = self._rooms.get(workspace, Room())
        if self._most <= 0 or self._platforms.get(workspace.platform, 0) <= 0 or not room.takes(kind):
            return False
        self._most -= 1
        self._platforms[workspace.platform] -= 1
        self._rooms[workspace] = room.without(kind)
        return True
