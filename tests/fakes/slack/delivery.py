"""What goes to the app, what the app says to it, and the two ways there."""

import asyncio
import random
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from tests.fakes.slack.faults import DropSocket, Faults, Twice
from tests.fakes.slack.shapes.checks import Body


class Kind(StrEnum):
    """What a payload is about; faults and records go by these names."""

    CLICK = "block_actions"
    COMMAND = "slash_commands"
    EVENT = "events_api"
    SUBMIT = "view_submission"
    CLOSE = "view_closed"
    SUGGEST = "block_suggestion"


@dataclass(frozen=True, kw_only=True)
class Parcel:
    """One payload on its way; a redelivery carries its number and reason."""

    kind: Kind
    payload: Body
    retry: int | None = None
    retry_reason: str = ""


@dataclass(kw_only=True)
class Ack:
    """What came back: `reason` is empty when the app acknowledged in time."""

    parcel: Parcel
    status: int | None = None
    body: Body = field(default_factory=dict)
    seconds: float = 0.0
    reason: str = ""
    no_retry: bool = False

    @property
    def ok(self) -> bool:
        return not self.reason


class Way(Protocol):
    """A transport: HTTP or a socket."""

    async def carry(self, parcel: Parcel, ack: Ack, *, drop: bool) -> None: ...


RETRIES = 3


@dataclass(kw_only=True)
class Carrier:
    """Brings payloads to the app and keeps every acknowledgement."""

    faults: Faults
    within: float
    way: Way
    acks: list[Ack] = field(default_factory=list)

    async def deliver(self, parcel: Parcel) -> Ack:
        """Once, or twice at once when that was ordered; the first acknowledgement counts."""
        fault = self.faults.take(parcel.kind)
        if isinstance(fault, Twice):
            first, _ = await asyncio.gather(self._once(parcel), self._once(parcel))
            return first
        return await self._once(parcel, drop=isinstance(fault, DropSocket))

    async def announce(self, parcel: Parcel) -> Ack:
        """An event: what the app does not take is brought again, without Slack's minutes between."""
        ack = await self.deliver(parcel)
        for number in range(1, RETRIES + 1):
            if ack.ok or ack.no_retry:
                break
            reason = "http_timeout" if ack.reason == "operation_timeout" else "http_error"
            ack = await self.deliver(
                Parcel(kind=parcel.kind, payload=parcel.payload, retry=number, retry_reason=reason)
            )
        return ack

    async def _once(self, parcel: Parcel, *, drop: bool = False) -> Ack:
        ack = Ack(parcel=parcel)
        self.acks.append(ack)
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            async with asyncio.timeout(self.within):
                await self.way.carry(parcel, ack, drop=drop)
        except TimeoutError:
            ack.reason = "operation_timeout"
        ack.seconds = loop.time() - began
        return ack


def chooser(seed: int) -> random.Random:
    """Which socket gets an envelope, the same in every run."""
    return random.Random(seed)  # noqa: S311
