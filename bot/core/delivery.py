"""One message or one edit that the bot owes somebody: its key, its states, when it is tried again."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from bot.core.posting import ClassroomId, PostingId

DeliveryId = NewType("DeliveryId", int)

LEASE = timedelta(seconds=20)
"""How long a worker may hold a delivery, or the right to edit a card, before another may take it over.

Clocks of workers differ, and are set. A hold from a clock that was far ahead would stand for hours: one that lies more
than a lease beyond what a hold taken now would be is no hold. One that lies a few seconds beyond it is.
"""
LOOKUP_DELAY = timedelta(seconds=5)
"""A message whose answer was lost is looked for no sooner than this after the request was given up."""
LONGEST_WAIT = timedelta(minutes=5)
_MOST_ASKED = 3600.0


class DeliveryKind(StrEnum):
    """What is owed."""

    OPEN = "open"
    CLOSE = "close"
    REVEAL = "reveal"
    VOID = "void"
    NOTE = "note"


class DeliveryState(StrEnum):
    """Where it stands; failed ones carry a reason, dropped ones were overtaken by events."""

    DUE = "due"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A claimed delivery; `in_doubt` says that it may have been sent already and must be looked for first.

    `attempts` counts the claims, this one included: only the newest claim may settle the delivery. `failures` counts
    the setbacks since it was owed or revived. `tried_in` is the channel where it may be, if it is in doubt. A note goes
    to `person` (the platform's id) and says `text`; all other kinds are about `posting`. `error` is the last setback.
    """

    id: DeliveryId
    key: str
    kind: DeliveryKind
    classroom: ClassroomId
    posting: PostingId | None
    person: str
    text: str
    created_at: datetime
    attempts: int
    failures: int
    error: str
    tried_in: str
    lease_until: datetime
    in_doubt: bool

    @property
    def part(self) -> int:
        """Which part of a reveal it is, from 1 on; 1 for everything else."""
        return int(self.key.rpartition(":")[2]) if self.kind is DeliveryKind.REVEAL else 1


def posting_key(kind: DeliveryKind, posting: PostingId, part: int = 1) -> str:
    """The key of a delivery about a posting; a long reveal has one key a part."""
    before, after = around_posting(kind, part)
    return f"{before}{posting}{after}"


def around_posting(kind: DeliveryKind, part: int) -> tuple[str, str]:
    """What stands before and after the posting's id in such a key."""
    return f"{kind}:", f":{part}" if kind is DeliveryKind.REVEAL else ""


def wait_after(attempts: int, asked: float | None = None) -> timedelta:
    """How long to wait after so many failed attempts; `asked` is what the platform wants, in seconds."""
    own = min(timedelta(seconds=2 ** min(attempts - 1, 10)), LONGEST_WAIT)
    if asked is None or not math.isfinite(asked):
        return own
    return max(timedelta(seconds=min(max(asked, 0.0), _MOST_ASKED)), timedelta(seconds=1))
