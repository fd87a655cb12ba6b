"""The courier: takes what the bot owes, sends it, and makes sure that lost answers never mean two messages."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import assert_never

import structlog

from bot.cards.blocks import Card, Heading, Note, Tone
from bot.cards.parts import parts
from bot.cards.question import closed_card, open_card, reveal_card, void_card
from bot.core.address import MessageAddress, PersonKey, Platform
from bot.core.delivery import DeliveryKind
from bot.core.posting import PostingState
from bot.desk import Desk
from bot.load import Load
from bot.metrics import Metrics
from bot.port import LOOK_PATIENCE, PATIENCE, ChatPlatform, DeliveryFailed, InDoubt, Marked, NotYet, Refused, TryLater
from bot.tutor import delivering
from bot.tutor.delivering import Errand

_BREATH = 0.1
"""Seconds between two claims while anything is under way: what ends meanwhile makes room for one claim together."""
_SILENT = "the platform did not answer in time"
log = structlog.get_logger(__name__)


class Courier:
    """Delivers what is due whenever it is woken; one channel's trouble never holds up another."""

    def __init__(
        self,
        desk: Desk,
        platforms: Mapping[Platform, ChatPlatform],
        clock: Callable[[], datetime],
        metrics: Metrics | None = None,
    ) -> None:
        self._desk = desk
        self._platforms = platforms
        self._clock = clock
        self._metrics = metrics or Metrics()
        self._woken = asyncio.Event()
        self._resting = False
        self._loads: defaultdict[Platform, Load] = defaultdict(Load)
        self._flight: set[asyncio.Task[None]] = set()

    def wake(self) -> None:
        """Something may be due."""
        self._woken.set()

    async def run(self) -> None:
        """Deliver until told to rest; what is under way then is finished by `drain`."""
        while True:
            await self._woken.wait()
            if self._resting:
                return
            self._woken.clear()
            try:
                await self._take()
            except Exception:
                log.exception("claim_failed")
            if self._flight:
                await asyncio.wait(self._flight, timeout=_BREATH)

    def rest(self) -> None:
        """Claim nothing more; what is being claimed at this moment is still sent."""
        self._resting = True
        self._woken.set()

    async def drain(self) -> None:
        """Wait for everything under way."""
        while self._flight:
            await asyncio.wait(self._flight)

    async def let_go(self) -> None:
        """Give up what is under way; its leases end, and it comes back in doubt."""
        for task in self._flight:
            task.cancel()
        await asyncio.gather(*self._flight, return_exceptions=True)

    async def deliver(self) -> None:
        """Send all that is due now and wait for it, what becomes due by that and what is under way included."""
        while await self._take() or self._flight:
            await self.drain()

    async def _take(self) -> int:
        """Start every errand that may begin; what does not fit is taken when something ends, or by and by."""
        return sum([await self._take_of(platform) for platform in list(self._platforms)])

    async def _take_of(self, platform: Platform) -> int:
        """Each platform has its own connections, so what one of them does is nothing for the others."""
        load = self._loads[platform]
        wanted = load.wanted(platform, self._platforms[platform].capacity())
        if wanted.most <= 0:
            return 0
        claimed = await self._desk.write(delivering.claim, self._clock(), wanted)
        for key, classroom, posting in claimed.taken_over:
            log.warning("delivery_taken_over", delivery=key, posting=posting, classroom=classroom)
        for errand in claimed.errands:
            load.hold(errand)
            task = asyncio.create_task(self._run(errand))
            self._flight.add(task)
            task.add_done_callback(partial(self._landed, errand))
        return len(claimed.errands)

    def _landed(self, errand: Errand, task: asyncio.Task[None]) -> None:
        self._flight.discard(task)
        self._load_of(errand).free(errand)
        self._woken.set()
        if not task.cancelled() and task.exception() is not None:
            log.error("delivery_not_settled", exc_info=task.exception())

    def _load_of(self, errand: Errand) -> Load:
        return self._loads[errand.classroom.address.workspace.platform]

    async def _run(self, errand: Errand) -> None:
        """Send one, and settle it in the database whatever came of it."""
        told = log.bind(**_ids(errand))
        attempt = _Attempt(in_doubt=errand.delivery.in_doubt)
        try:
            message = await self._counted(errand, attempt)
        except NotYet:
            await self._desk.write(delivering.postponed, errand, attempt.in_doubt, self._clock())
        except TryLater as error:
            told.warning("delivery_later", reason=str(error))
            late = delivering.Setback(reason=str(error), in_doubt=attempt.in_doubt, after=error.after)
            await self._desk.write(delivering.not_sent, errand, late, self._clock())
        except Refused as error:
            told.warning("delivery_refused", reason=str(error), gone=error.gone)
            self._load_of(errand).answered(errand)
            refusal = delivering.Setback(reason=str(error), in_doubt=attempt.in_doubt, gone=error.gone)
            await self._desk.write(delivering.refused, errand, refusal, self._clock())
        except DeliveryFailed as error:
            told.warning("delivery_in_doubt", reason=str(error))
            self._load_of(errand).got_no_answer(errand)
            await self._desk.write(delivering.lost, errand, str(error) or _SILENT, self._clock())
        except Exception as error:  # noqa: BLE001 - a platform's bug is settled like a lost answer, and told
            told.exception("delivery_broke")
            await self._desk.write(delivering.lost, errand, f"unexpected {type(error).__name__}", self._clock())
        else:
            self._load_of(errand).answered(errand)
            await self._desk.write(delivering.arrived, errand, message, self._clock())

    async def _counted(self, errand: Errand, attempt: "_Attempt") -> MessageAddress | None:
        """Send it, and count what came of that."""
        outcome = "broke"
        try:
            message = await self._send(errand, attempt)
        except DeliveryFailed as error:
            outcome = _outcome(error)
            raise
        else:
            outcome = "dropped" if message is None else "sent"
            log.info("delivery_done", outcome=outcome, **_ids(errand))
            return message
        finally:
            late = max((self._clock() - _due_at(errand)).total_seconds(), 0.0) if outcome == "sent" else None
            self._metrics.delivered(errand.delivery.kind, outcome, late)

    async def _send(self, errand: Errand, attempt: "_Attempt") -> MessageAddress | None:
        """Where its message now is; None if it was not there and comes too late to be sent."""
        platform = self._platforms[errand.classroom.address.workspace.platform]
        try:
            async with asyncio.timeout(LOOK_PATIENCE):
                found = await _found(platform, errand)
            if found or errand.comes_too_late:
                return found
            if errand.moved and not await self._desk.write(delivering.moved_on, errand):
                raise InDoubt("another worker has it now")
            attempt.in_doubt = False
            async with asyncio.timeout(PATIENCE):
                return await _deliver(platform, errand)
        except OSError as error:  # a TimeoutError is one
            raise InDoubt(str(error)) from error


@dataclass(slots=True)
class _Attempt:
    """Whether its message may be there already: until a look at the channel was completed and found nothing."""

    in_doubt: bool


def _outcome(error: DeliveryFailed) -> str:
    """A word for the metrics."""
    if isinstance(error, Refused):
        return "gone" if error.gone else "refused"
    if isinstance(error, NotYet):
        return "not_yet"
    return "later" if isinstance(error, TryLater) else "in_doubt"


def _due_at(errand: Errand) -> datetime:
    """When it was to be there: a scheduled question at its slot, whenever the bot came to it."""
    if errand.asked is not None and errand.delivery.kind is DeliveryKind.OPEN:
        return errand.asked.posting.due_at
    return errand.delivery.created_at


def _ids(errand: Errand) -> dict[str, str | int | None]:
    """What the log calls it."""
    workspace = errand.classroom.address.workspace.external_id
    about = {"delivery": errand.delivery.key, "posting": errand.delivery.posting}
    return {**about, "classroom": errand.classroom.id, "workspace": workspace}


async def _found(platform: ChatPlatform, errand: Errand) -> MessageAddress | None:
    """The message of an errand in doubt, if it is there.

    Edits are safe to repeat and need no look; a note in doubt never comes here.
    """
    delivery = errand.delivery
    if not delivery.in_doubt or delivery.kind in {DeliveryKind.CLOSE, DeliveryKind.VOID}:
        return None
    thread = errand.asked.posting.message if errand.asked and delivery.kind is DeliveryKind.REVEAL else None
    marked = Marked(key=delivery.key, since=delivery.created_at, tries=delivery.attempts)
    there = replace(errand.classroom.address, channel=delivery.tried_in or errand.classroom.address.channel)
    return await platform.find_marked(there, marked, thread=thread)


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
            card = void_card(asked) if asked.posting.state is PostingState.VOID else closed_card(asked)
            await platform.edit(channel, message, card, key=delivery.key)
            return message
        case DeliveryKind.REVEAL if message is not None:
            said = parts(reveal_card(asked))[delivery.part - 1]
            return await platform.reply(channel, message, said, key=delivery.key)
        case DeliveryKind.CLOSE | DeliveryKind.VOID | DeliveryKind.REVEAL | DeliveryKind.NOTE:
            raise Refused("its message is not there.", gone=True)
        case _:
            assert_never(delivery.kind)


def _note_card(text: str) -> Card:
    return Heading(text="A word about your classroom", tone=Tone.BAD), Note(text=text)
