"""What a courier has under way, and what it may begin beside that: nobody gets more than a share of it."""

import asyncio
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile

from cachetools import TTLCache

from bot.core.address import ChannelAddress, Platform, WorkspaceKey
from bot.core.delivery import DeliveryId
from bot.core.shares import AT_ONCE, EDITS, LANES, Allowance, Bounds, Lane, Trust, lane_of
from bot.port import Capacity
from bot.tutor.delivering import Errand, Wanted

_LATELY = 60.0
"""Seconds for which a workspace has its whole share after something there went well."""
_DOUBTED = 360.0
"""Seconds for which a workspace is doubted that gave no answer, unless one comes: longer than waits between tries."""
_REMEMBERED = 1000
"""Workspaces that are known to answer or not; the others are strangers."""
_ALLOWED = {
    Trust.PROVEN: Allowance(),
    Trust.UNKNOWN: Allowance(both=2, trust=Trust.UNKNOWN),
    Trust.DOUBTED: Allowance(both=1, trust=Trust.DOUBTED),
}
"""What each kind of workspace may have under way: who is not proven begins slowly."""
_SLOW = 3.0
"""Seconds after which an answer will hardly come any moment: others begin beside it as if it were not there."""
_MOST_SLOW = 3 * AT_ONCE // 2
"""As many at the same time: together with the others they are fewer than the connections of a pool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """One under way."""

    home: ChannelAddress
    edit: bool
    lane: Lane | None
    since: float


class Load:
    """The errands under way, and how the workspaces answered lately."""

    def __init__(self) -> None:
        self._held: dict[DeliveryId, _Held] = {}
        self._trust: dict[Trust, TTLCache[WorkspaceKey, None]] = {
            Trust.PROVEN: TTLCache(_REMEMBERED, _LATELY, timer=_now),
            Trust.DOUBTED: TTLCache(_REMEMBERED, _DOUBTED, timer=_now),
        }

    def hold(self, errand: Errand) -> None:
        """It is under way."""
        home, kind = errand.classroom.address, errand.delivery.kind
        trust = next((trust for trust, those in self._trust.items() if home.workspace in those), Trust.UNKNOWN)
        lane = lane_of(trust, kind)
        self._held[errand.delivery.id] = _Held(home=home, edit=kind in EDITS, lane=lane, since=_now())

    def free(self, errand: Errand) -> None:
        """It has ended."""
        self._held.pop(errand.delivery.id, None)

    def beware_of(self, workspace: WorkspaceKey) -> None:
        """Something there got no answer, and the next may hang as well."""
        self._know(workspace, Trust.DOUBTED)

    def trust(self, workspace: WorkspaceKey) -> None:
        """Something there went well."""
        self._know(workspace, Trust.PROVEN)

    def wanted(self, capacities: Mapping[Platform, Capacity]) -> Wanted:
        """What may be claimed now."""
        quick = self._quick()
        on = Counter(each.home.workspace.platform for each in quick)
        return Wanted(
            most=AT_ONCE - len(quick),
            platforms={platform: each.at_once - on[platform] for platform, each in capacities.items()},
            busy=frozenset(self._held),
            bounds=Bounds(
                lanes=self._lanes(quick),
                usual=_ALLOWED[Trust.UNKNOWN],
                workspaces=self._workspaces(capacities),
                channels=self._channels(capacities),
            ),
        )

    def _lanes(self, quick: Collection[_Held]) -> dict[Lane, int]:
        """What is left of each; strangers have it all as long as nothing hangs."""
        load = Counter(each.lane for each in quick)
        bounded = LANES if self._slow() else {Lane.DOUBTED: LANES[Lane.DOUBTED]}
        return {lane: most - load[lane] for lane, most in bounded.items()}

    def _workspaces(self, capacities: Mapping[Platform, Capacity]) -> dict[WorkspaceKey, Allowance]:
        """What each takes of which anything is known: what is under way may not have begun to send."""
        load = Counter((each.home.workspace, each.edit) for each in self._held.values())
        rooms = {key: room for each in capacities.values() for key, room in each.workspaces.items()}
        known = self._known()
        found = {key: _ALLOWED[trust] for key, trust in known.items()}
        for key in {*rooms, *(workspace for workspace, _ in load)}:
            own = _ALLOWED[known.get(key, Trust.UNKNOWN)]
            room = replace(rooms.get(key, own), both=own.both, trust=own.trust)
            found[key] = room.without(messages=load[key, False], edits=load[key, True])
        return found

    def _channels(self, capacities: Mapping[Platform, Capacity]) -> dict[tuple[Platform, str], Allowance]:
        """What each channel takes that is short, what is under way there again left out."""
        load = Counter(((each.home.workspace.platform, each.home.channel), each.edit) for each in self._held.values())
        short = {(name, key): room for name, each in capacities.items() for key, room in each.channels.items()}
        return {spot: room.without(messages=load[spot, False], edits=load[spot, True]) for spot, room in short.items()}

    def _quick(self) -> list[_Held]:
        """Those that may be answered any moment, and those that are slow beyond what may be."""
        slow = self._slow()
        return [*list(self._held.values())[len(slow) :], *slow[_MOST_SLOW:]]

    def _slow(self) -> list[_Held]:
        """Those that began a while ago."""
        return list(takewhile(lambda each: _now() - each.since > _SLOW, self._held.values()))

    def _known(self) -> dict[WorkspaceKey, Trust]:
        """How workspaces answer; where something is slow that is no good sign."""
        told = {key: trust for trust, those in self._trust.items() for key in those}
        return told | dict.fromkeys((each.home.workspace for each in self._slow()), Trust.DOUBTED)

    def _know(self, workspace: WorkspaceKey, trust: Trust) -> None:
        for each in self._trust.values():
            each.pop(workspace, None)
        self._trust[trust][workspace] = None


def _now() -> float:
    return asyncio.get_running_loop().time()
