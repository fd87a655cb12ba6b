"""The courier: takes what the bot owes, sends it, and makes sure that lost answers never mean two messages."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import assert_never

import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.cards.blocks import Card, Heading, Note, Tone
from bot.cards.question import closed_card, open_card, reveal_card, void_card
from bot.core.address import MessageAddress, PersonKey, Platform
from bot.core.delivery import DeliveryKind
from bot.desk import Desk
from bot.port import PATIENCE, ChatPlatform, DeliveryFailed, InDoubt, Marked, Refused, TryLater
from bot.tutor import delivering
from bot.tutor.delivering import Errand

AT_ONCE = 32
"""Errands under way at the same time."""
log = structlog.get_logger(__name__)


class Courier:
    """Delivers what is due whenever it is woken; one channel's trouble never holds up another."""

    def __init__(self, desk: Desk, platforms: Mapping[Platform, ChatPlatform], clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._platforms = platforms
        self._clock = clock
        self._woken = asyncio.Event()
        self._flight: set[asyncio.Task[None]] = set()

    def wake(self) -> None:
        """Something may be due."""
        self._woken.set()

    async def run(self) -> None:
        """Deliver until cancelled; what is under way then is finished by `drain`."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            try:
                await self._take()
            except SQLAlchemyError:
                log.exception("claim_failed")  # the next tick wakes us again

    async def drain(self) -> None:
        """Wait for everything under way."""
        while self._flight:
            await asyncio.wait(self._flight)

    async def deliver(self) -> None:
        """Send all that is due now and wait for it, what becomes due by that included."""
        while await self._take():
            await self.drain()

    async def _take(self) -> int:
        """Start every errand that there is room for; what does not fit is taken when something ends."""
        room = AT_ONCE - len(self._flight)
        if room <= 0:
            return 0
        errands = await self._desk.write(delivering.claim, self._clock(), room)
        for errand in errands:
            task = asyncio.create_task(self._run(errand))
            self._flight.add(task)
            task.add_done_callback(self._landed)
        return len(errands)

    def _landed(self, task: asyncio.Task[None]) -> None:
        self._flight.discard(task)
        self._woken.set()
        if not task.cancelled() and task.exception() is not None:
            log.error("delivery_crashed", exc_info=task.exception())

    async def _run(self, errand: Errand) -> None:
        """Send one, and settle it in the database whatever came of it."""
        told = log.bind(delivery=errand.delivery.key, classroom=errand.classroom.id)
        try:
            message = await self._send(errand)
        except TryLater as error:
            told.warning("delivery_later", reason=str(error))
            await self._desk.write(delivering.not_sent, errand, str(error), error.after, self._clock())
        except Refused as error:
            told.warning("delivery_refused", reason=str(error), gone=error.gone)
            await self._desk.write(delivering.refused, errand, str(error), error.gone, self._clock())
        except (DeliveryFailed, TimeoutError) as error:
            told.warning("delivery_in_doubt", reason=str(error))
            reason = str(error) or "the platform did not answer in time"
            await self._desk.write(delivering.lost, errand, reason, self._clock())
        else:
            if message is None:
                await self._desk.write(delivering.overtaken, errand)
            else:
                await self._desk.write(delivering.sent, errand, message, self._clock())

    async def _send(self, errand: Errand) -> MessageAddress | None:
        """Where its message now is; None if it was not there and comes too late to be sent."""
        platform = self._platforms.get(errand.classroom.address.workspace.platform)
        if platform is None:
            raise TryLater("this platform is not running here")
        async with asyncio.timeout(PATIENCE):
            try:
                found = await _found(platform, errand)
                return found if found or errand.comes_too_late else await _deliver(platform, errand)
            except OSError as error:
                raise InDoubt(str(error)) from error


async def _found(platform: ChatPlatform, errand: Errand) -> MessageAddress | None:
    """The message of an errand in doubt, if it is there; edits are safe to repeat and need no look."""
    delivery = errand.delivery
    if not delivery.in_doubt or delivery.kind in {DeliveryKind.CLOSE, DeliveryKind.VOID}:
        return None
    thread = errand.asked.posting.message if errand.asked and delivery.kind is DeliveryKind.REVEAL else None
    marked = Marked(key=delivery.key, since=delivery.created_at)
    return await platform.find_marked(errand.classroom.address, marked, thread=thread)


async def _deliver(platform: ChatPlatform, errand: Errand) -> MessageAddress:
    delivery, channel, asked = errand.delivery, errand.classroom.address, errand.asked
    if asked is None:
        if not delivery.person:
            raise Refused("nobody is known to tell", gone=True)
        person = PersonKey(workspace=channel.workspace, person=delivery.person)
        return await platform.direct(person, _note_card(delivery.text), key=delivery.key)
    message = asked.posting.message
    match delivery.kind:
        case DeliveryKind.OPEN:
            return await platform.post(channel, open_card(asked), key=delivery.key)
        case DeliveryKind.CLOSE | DeliveryKind.VOID if message is not None:
            card = void_card(asked) if delivery.kind is DeliveryKind.VOID else closed_card(asked)
            await platform.edit(channel, message, card, key=delivery.key)
            return message
        case DeliveryKind.REVEAL if message is not None:
            return await platform.reply(channel, message, reveal_card(asked), key=delivery.key)
        case DeliveryKind.CLOSE | DeliveryKind.VOID | DeliveryKind.REVEAL | DeliveryKind.NOTE:
            raise Refused("its message is not there", gone=True)
        case _:
            assert_never(delivery.kind)


def _note_card(text: str) -> Card:
    return Heading(text="A word about your classroom", tone=Tone.BAD), Note(text=text)
