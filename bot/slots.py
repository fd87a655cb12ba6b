"""What a courier has under way, and what it may begin beside that: nobody gets more than a share of it."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping

from bot.core.address import Platform, WorkspaceKey
from bot.core.delivery import DeliveryId
from bot.core.shares import AT_ONCE, EDITS, SHARE, Room
from bot.port import Capacity
from bot.tutor.delivering import Errand, Wanted

_WARY = 360.0
"""Seconds for which a workspace whose answers fail to come gets one slot at a time, unless one comes.

Longer than the longest wait between two tries.
"""
_MOST_WARY = AT_ONCE // 4
"""Slots of all such workspaces together."""

_Load = Counter[tuple[WorkspaceKey, bool]]
"""Errands by workspace, edits apart."""


class Slots:
    """The errands under way, and the workspaces that were in trouble lately."""

    def __init__(self) -> None:
        self._held: dict[DeliveryId, tuple[WorkspaceKey, bool]] = {}
        self._wary_until: dict[WorkspaceKey, float] = {}

    def hold(self, errand: Errand) -> None:
        """It is under way."""
        self._held[errand.delivery.id] = errand.classroom.address.workspace, errand.delivery.kind in EDITS

    def free(self, errand: Errand) -> None:
        """It has ended."""
        self._held.pop(errand.delivery.id, None)

    def beware_of(self, workspace: WorkspaceKey) -> None:
        """Something there got no answer, and the next may hang as well."""
        self._wary_until.pop(workspace, None)  # It goes to the end of the line.
        self._wary_until[workspace] = asyncio.get_running_loop().time() + _WARY

    def trust(self, workspace: WorkspaceKey) -> None:
        """Something there went well."""
        self._wary_until.pop(workspace, None)

    def wanted(self, capacities: Mapping[Platform, Capacity]) -> Wanted:
        """What may be claimed now."""
        load = Counter(self._held.values())
        on = Counter(workspace.platform for workspace, _ in self._held.values())
        wary = self._wary(load)
        named = {workspace for workspace, _ in load} | wary.keys()
        rooms = {key: room for each in capacities.values() for key, room in each.rooms.items()}
        return Wanted(
            most=AT_ONCE - len(self._held),
            platforms={platform: each.at_once - on[platform] for platform, each in capacities.items()},
            busy=frozenset(self._held),
            rooms={key: _left(rooms.get(key, Room()), load, key, wary.get(key, SHARE)) for key in named | rooms.keys()},
        )

    def _wary(self, load: _Load) -> dict[WorkspaceKey, int]:
        """The slots of each workspace in trouble, those that waited longest first."""
        now = asyncio.get_running_loop().time()
        self._wary_until = {key: until for key, until in self._wary_until.items() if until > now}
        free = _MOST_WARY - sum(_under_way(load, key) for key in self._wary_until)
        idle = [key for key in self._wary_until if not _under_way(load, key)]
        return dict.fromkeys(self._wary_until, 0) | _one_each(idle[: max(free, 0)])


def _one_each(workspaces: Iterable[WorkspaceKey]) -> dict[WorkspaceKey, int]:
    return dict.fromkeys(workspaces, 1)


def _under_way(load: _Load, workspace: WorkspaceKey) -> int:
    return load[workspace, False] + load[workspace, True]


def _left(room: Room, load: _Load, workspace: WorkspaceKey, share: int) -> Room:
    """What is under way may not have begun to send: it has its part of the room still before it."""
    return Room(
        messages=room.messages - load[workspace, False],
        edits=room.edits - load[workspace, True],
        both=share - _under_way(load, workspace),
    )
