"""Moving the demo's clock through every opening and closing on the way, as if the time had passed."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.core.classroom import ClassroomState
from bot.core.errors import NothingThere
from bot.desk import Desk
from bot.platforms.web.clock import DemoClock
from bot.platforms.web.people import Channel, address
from bot.store import classrooms
from bot.tutor import agenda

_HOUR = timedelta(hours=1)


class Travel:
    """Goes forward only; `arrive` does what is due at a moment and waits until it is delivered."""

    def __init__(self, desk: Desk, clock: DemoClock, arrive: Callable[[], Awaitable[None]]) -> None:
        self._desk = desk
        self._clock = clock
        self._arrive = arrive
        self._one_at_a_time = asyncio.Lock()

    async def go(self, move: str, channel: Channel) -> datetime:
        """Go an hour on, or to the channel's next question; returns the new time."""
        return await (self.to_next(channel) if move == "next" else self._to(self._clock() + _HOUR))

    async def to_next(self, channel: Channel) -> datetime:
        """Go to the channel's next question.

        Raises:
            NothingThere: none is planned, or the classroom is paused.
        """
        here = await self._desk.read(classrooms.classroom_in, address(channel))
        if here is not None and here.state is ClassroomState.PAUSED:
            raise NothingThere(f"The classroom in #{channel.name} is paused: /classroom resume (as the admin) goes on.")
        if here is None or here.next_slot is None:
            raise NothingThere(
                f"No question is planned in #{channel.name}.", example="/classroom setup at=09:00 (as the admin)"
            )
        return await self._to(here.next_slot.at)

    async def _to(self, target: datetime) -> datetime:
        async with self._one_at_a_time:
            while (event := await self._desk.read(agenda.next_event)) is not None and event <= target:
                self._clock.move_to(event)
                await self._arrive()
            self._clock.move_to(target)
            await self._arrive()
            return self._clock()
