"""What the tutor asks of a chat platform, and how a platform says that it could not."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from bot.cards.blocks import Card
from bot.core.address import ChannelAddress, MessageAddress, PersonKey, WorkspaceKey
from bot.core.delivery import LEASE, LOOKUP_DELAY
from bot.core.shares import AT_ONCE, Allowance

PATIENCE = 12.0
"""Seconds after which a message or an edit is given up."""
LOOK_PATIENCE = 6.0
"""Seconds after which a look is given up, so that a slow one leaves the message all its own.

Both together are well under the lease, so that a lease never needs renewing.
"""
TAKE_OVER_DELAY = timedelta(seconds=LOOK_PATIENCE + PATIENCE) + LOOKUP_DELAY
"""How long a delivery rests that is taken from another worker.

A lease that seems to have ended may have begun a moment ago, by another clock. Whoever holds it has given up by the
end of this delay, and what was under way then has arrived.
"""
SLOWEST_CLAIM = (LEASE - LOOKUP_DELAY).total_seconds() - PATIENCE
"""Seconds that taking the right to edit may last.

What is left of one that took longer covers no whole edit, and no time for one that was given up to arrive.
"""


class DeliveryFailed(Exception):
    """A message or edit did not go through.

    DeliveryFailed
    ├── Refused      the platform proved that it did nothing and will not: gone for good, or a permission to mend
    ├── TryLater     the platform proved that it did nothing now (a 429, a refused connection)
    │   └── NotYet   the bot itself held it back, for the platform takes only so much: nothing went wrong
    └── InDoubt      everything else: it may have been done (timeout, dropped connection, any 5xx)
    """


class Refused(DeliveryFailed):
    """Trying again is no use until somebody acts; the text says what to do."""

    def __init__(self, reason: str, *, gone: bool) -> None:
        super().__init__(reason)
        self.gone = gone


class TryLater(DeliveryFailed):
    """Nothing was done; `after` is the number of seconds that the platform asked for, if it did."""

    def __init__(self, reason: str, *, after: float | None = None) -> None:
        super().__init__(reason)
        self.after = after


class NotYet(TryLater):
    """It was not its turn: no setback, and nothing that anybody needs to hear of."""


class InDoubt(DeliveryFailed):
    """It cannot be told whether the message is there: look for the marker first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A message to look for: the delivery's key, and the moment from which it can have been sent (aware UTC).

    `tries` counts how often the delivery was claimed, this time included. A look that goes on where an earlier one
    stopped may do so only if that was the try before: else another worker may have sent the message meanwhile.
    """

    key: str
    since: datetime
    tries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Capacity:
    """What a platform takes now: deliveries together, and what workspaces and channels take that take less than all.

    A channel goes by its id, whatever workspaces share it.
    """

    at_once: int = AT_ONCE
    workspaces: Mapping[WorkspaceKey, Allowance] = field(default_factory=dict)
    channels: Mapping[str, Allowance] = field(default_factory=dict)


class ChatPlatform(Protocol):
    """One chat platform; every method that is awaited may raise DeliveryFailed.

    `key` marks the message so that `find_marked` finds it after an answer was lost. Where there are no limits, what is
    said of them here holds for whoever inherits it.
    """

    async def post(self, channel: ChannelAddress, card: Card, /, *, key: str) -> MessageAddress:
        """Put a new message into a channel."""
        ...

    async def edit(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> None:
        """Replace a message of ours; safe to repeat."""
        ...

    async def show_count(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> bool:
        """Replace a message as `edit` does, if that holds up nothing else; False: nothing was done, it can wait."""
        await self.edit(channel, message, card, key=key)
        return True

    async def reply(self, channel: ChannelAddress, to: MessageAddress, card: Card, /, *, key: str) -> MessageAddress:
        """Put a message into the thread of another."""
        ...

    async def direct(self, person: PersonKey, card: Card, /, *, key: str) -> MessageAddress:
        """Put a message where only that person reads it."""
        ...

    async def find_marked(
        self, channel: ChannelAddress, marked: Marked, /, *, thread: MessageAddress | None = None
    ) -> MessageAddress | None:
        """The message that carries the key, if it is in the channel (or in the thread of a message)."""
        ...

    def capacity(self) -> Capacity:
        """What can be sent now without waiting for long."""
        return Capacity()
