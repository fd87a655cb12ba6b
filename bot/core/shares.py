"""Shares: how much of what is due one worker takes at once, so that nobody's hurry or trouble holds up the others."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.core.address import ChannelAddress, Platform, WorkspaceKey
from bot.core.delivery import DeliveryKind

AT_ONCE = 32
"""Deliveries of one worker to one platform that may be answered any moment."""
SHARE = AT_ONCE // 4
"""Those under way that may be one workspace's."""
EDITS = frozenset({DeliveryKind.CLOSE, DeliveryKind.VOID})


class Trust(StrEnum):
    """How a workspace answers: well, as far as is known lately; nobody knows; or not, when it was last asked."""

    PROVEN = "proven"
    UNKNOWN = "unknown"
    DOUBTED = "doubted"


class Lane(StrEnum):
    """Deliveries that may hang, and so have only a part of all: what hangs in one lane holds up none of another."""

    CARDS = "cards"
    REST = "rest"
    DOUBTED = "doubted"


LANES = {Lane.CARDS: AT_ONCE // 2, Lane.REST: AT_ONCE // 4, Lane.DOUBTED: AT_ONCE // 8}
"""How many of each may be waited for while anything hangs; something is always left for those that answer well."""


def lane_of(trust: Trust, kind: DeliveryKind) -> Lane | None:
    """Where a delivery goes: new cards to the unknown, the rest there, all to the doubted; None: it goes freely."""
    if trust is Trust.UNKNOWN:
        return Lane.CARDS if kind is DeliveryKind.OPEN else Lane.REST
    return Lane.DOUBTED if trust is Trust.DOUBTED else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """How many deliveries of a workspace or in a channel can begin: new messages, edits, and both together."""

    messages: int = AT_ONCE
    edits: int = AT_ONCE
    both: int = SHARE
    trust: Trust = Trust.PROVEN

    def takes(self, kind: DeliveryKind) -> bool:
        """Whether one of that kind can."""
        return min(self.both, self.edits if kind in EDITS else self.messages) > 0

    def without(self, *, messages: int = 0, edits: int = 0) -> "Allowance":
        """What is left beside so many."""
        both = self.both - messages - edits
        return replace(self, messages=self.messages - messages, edits=self.edits - edits, both=both)

    def beside(self, kind: DeliveryKind) -> "Allowance":
        """What is left beside one of that kind."""
        return self.without(edits=1) if kind in EDITS else self.without(messages=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What may be taken of lanes, workspaces and channels; `usual` goes for every workspace that is not named."""

    lanes: Mapping[Lane, int] = field(default_factory=dict)
    usual: Allowance = field(default_factory=Allowance)
    workspaces: Mapping[WorkspaceKey, Allowance] = field(default_factory=dict)
    channels: Mapping[str, Allowance] = field(default_factory=dict)


class Shares:
    """What may still be taken on a platform: in all, of each lane, of each workspace and in each channel."""

    def __init__(self, platform: Platform, most: int, bounds: Bounds | None = None) -> None:
        bounds = bounds or Bounds()
        self.platform = platform
        self.left = most
        self._lanes = dict(bounds.lanes)
        self._usual = bounds.usual
        self._workspaces = dict(bounds.workspaces)
        self._channels = dict(bounds.channels)

    def named_only(self, kind: DeliveryKind) -> list[str] | None:
        """The workspaces of which one of that kind may be taken; None: of all but those that are full for it."""
        if self._open(self._usual, kind):
            return None
        return [key.external_id for key, allowed in self._workspaces.items() if self._open(allowed, kind)]

    def full_for(self, kind: DeliveryKind) -> list[str]:
        """The workspaces of which none of that kind may be taken."""
        return [key.external_id for key, allowed in self._workspaces.items() if not self._open(allowed, kind)]

    def full_channels(self, kind: DeliveryKind) -> list[str]:
        """The channels in which none of that kind may be taken; notes are in none."""
        if kind is DeliveryKind.NOTE:
            return []
        return [channel for channel, allowed in self._channels.items() if not allowed.takes(kind)]

    def take(self, home: ChannelAddress, kind: DeliveryKind) -> bool:
        """Take one if it may be taken."""
        allowed = self._workspaces.get(home.workspace, self._usual)
        here = None if kind is DeliveryKind.NOTE else self._channels.get(home.channel)
        if self.left <= 0 or not self._open(allowed, kind):
            return False
        if here is not None:
            if not here.takes(kind):
                return False
            self._channels[home.channel] = here.beside(kind)
        self.left -= 1
        self._workspaces[home.workspace] = allowed.beside(kind)
        lane = lane_of(allowed.trust, kind)
        if lane in self._lanes:
            self._lanes[lane] -= 1
        return True

    def _open(self, allowed: Allowance, kind: DeliveryKind) -> bool:
        lane = lane_of(allowed.trust, kind)
        return allowed.takes(kind) and (lane is None or self._lanes.get(lane, AT_ONCE) > 0)
