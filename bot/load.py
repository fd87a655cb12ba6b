"""What a courier has under way, and what it may begin beside that: nobody gets more than a share of it."""

import asyncio
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import takewhile

from cachetools import TTLCache

from bot.core.address import ChannelAddress, Platform, WorkspaceKey
from bot.core.delivery import DeliveryId, DeliveryKind
from bot.core.shares import AT_ONCE, EDITS, LANES, Allowance, Bounds, Lane, Trust, lane_of
from bot.port import Capacity
from bot.tutor.delivering import Errand, Wanted

_LATELY = 60.0
"""Seconds for which a workspace has its whole share after something there went well."""
_DOUBTED = 360.0
"""Seconds for which a workspace is doubted that gave no answer, unless one comes: longer than waits between tries."""
_REMEMBERED = 10_000
"""Workspaces that are known to answer or not; the others are strangers."""
_ALLOWED = {
    Trust.PROVEN: Allowance(),
    Trust.UNKNOWN: Allowance(both=2, trust=Trust.UNKNOWN),
    Trust.DOUBTED: Allowance(both=2, trust=Trust.DOUBTED),
}
"""What each kind of workspace may have under way: who is not proven begins slowly."""
_SLOW = 3.0
"""Seconds after which an answer will hardly come any moment: others begin beside it as if it were not there."""
_MOST_SLOW = 3 * AT_ONCE // 2
"""As many at the same time: 80 with the others, and at most 160 with the counts, fewer than a pool's connections."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """One under way."""

    home: ChannelAddress
    kind: DeliveryKind
    lane: Lane | None
    since: float

    @property
    def edit(self) -> bool:
        """Whether it changes a message."""
        return self.kind in EDITS

    @property
    def slow(self) -> bool:
        """Whether it began a while ago."""
        return _now() - self.since > _SLOW


class Load:
    """The errands under way on a platform, and how its workspaces answered lately."""

    def __init__(self) -> None:
        self._held: dict[DeliveryId, _Held] = {}
        self._well: TTLCache[WorkspaceKey, float] = TTLCache(_REMEMBERED, _LATELY, timer=_now)
        self._doubted: TTLCache[WorkspaceKey, None] = TTLCache(_REMEMBERED, _DOUBTED, timer=_now)

    def hold(self, errand: Errand) -> None:
        """It is under way."""
        home, kind = errand.classroom.address, errand.delivery.kind
        lane = lane_of(self._trust_in(home.workspace), kind)
        self._held[errand.delivery.id] = _Held(home=home, kind=kind, lane=lane, since=_now())

    def free(self, errand: Errand) -> None:
        """It has ended."""
        self._held.pop(errand.delivery.id, None)

    def got_no_answer(self, errand: Errand) -> None:
        """If it waited for one, the next there may wait as well."""
        self._doubt_after([self._held[errand.delivery.id]])

    def answered(self, errand: Errand) -> None:
        """Who answers, whatever that is, is not doubted, and who answers soon is trusted."""
        held = self._held[errand.delivery.id]
        self._doubted.pop(held.home.workspace, None)
        if not held.slow:
            self._well[held.home.workspace] = _now()

    def wanted(self, platform: Platform, capacity: Capacity) -> Wanted:
        """What may be claimed now."""
        self._doubt_after(self._slow())
        quick = self._quick()
        bounds = Bounds(
            lanes=self._lanes(quick),
            usual=_ALLOWED[Trust.UNKNOWN],
            workspaces=self._workspaces(quick, capacity),
            channels=self._channels(capacity),
        )
        most = min(AT_ONCE, capacity.at_once) - len(quick)
        return Wanted(platform=platform, most=most, busy=frozenset(self._held), bounds=bounds)

    def _lanes(self, quick: Collection[_Held]) -> dict[Lane, int]:
        """What is left of each; strangers have it all as long as nothing hangs."""
        load = Counter(each.lane for each in quick)
        bounded = LANES if self._slow() else {Lane.DOUBTED: LANES[Lane.DOUBTED]}
        return {lane: most - load[lane] for lane, most in bounded.items()}

    def _workspaces(self, quick: Collection[_Held], capacity: Capacity) -> dict[WorkspaceKey, Allowance]:
        """What each takes of which anything is known.

        What is slow leaves its part of the share to others there, but it may not have begun to send.
        """
        found = dict.fromkeys(self._well, _ALLOWED[Trust.PROVEN]) | dict.fromkeys(
            self._doubted, _ALLOWED[Trust.DOUBTED]
        )
        share = Counter(each.home.workspace for each in quick)
        load = Counter((each.home.workspace, each.edit) for each in self._held.values())
        for key in {*share, *capacity.workspaces}:
            own = _ALLOWED[self._trust_in(key)]
            room = capacity.workspaces.get(key)
            left = room.without(messages=load[key, False], edits=load[key, True]) if room else own
            found[key] = replace(left, both=own.both - share[key], trust=own.trust)
        return found

    def _channels(self, capacity: Capacity) -> dict[str, Allowance]:
        """What each channel takes that is short, what is under way there again left out; nothing where one is slow."""
        load = Counter((each.home.channel, each.edit) for each in self._held.values())
        short = {
            channel: room.without(messages=load[channel, False], edits=load[channel, True])
            for channel, room in capacity.channels.items()
        }
        hangs = (each.home.channel for each in self._slow() if each.kind is not DeliveryKind.NOTE)
        return short | dict.fromkeys(hangs, Allowance(both=0))

    def _quick(self) -> list[_Held]:
        """Those that may be answered any moment, and those that are slow beyond what may be."""
        slow = self._slow()
        return [*list(self._held.values())[len(slow) :], *slow[_MOST_SLOW:]]

    def _slow(self) -> list[_Held]:
        """Those that began a while ago."""
        return list(takewhile(lambda each: each.slow, self._held.values()))

    def _trust_in(self, workspace: WorkspaceKey) -> Trust:
        if workspace in self._doubted:
            return Trust.DOUBTED
        return Trust.PROVEN if workspace in self._well else Trust.UNKNOWN

    def _doubt_after(self, those: Collection[_Held]) -> None:
        """Doubt where no answer came for a while and nothing else went well meanwhile."""
        for each in those:
            workspace = each.home.workspace
            if each.slow and self._well.get(workspace, each.since) <= each.since:
                self._doubted[workspace] = None


def _now() -> float:
    return asyncio.get_running_loop().time()
