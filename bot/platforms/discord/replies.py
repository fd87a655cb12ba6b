"""Private answers: at once where the work is quick, else in place of a word to wait."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial

import aiohttp
import discord
import structlog
from discord.ui import LayoutView

from bot.background import Background
from bot.cards.blocks import Buttons, Card, CommandButton, Form, Heading, Note
from bot.core.errors import TutorError
from bot.platforms.discord.people import Interaction
from bot.platforms.discord.pictures import Pictures
from bot.platforms.discord.render import Renderer, attachments
from bot.port import PATIENCE, DeliveryFailed
from bot.reception import as_card, settled

log = structlog.get_logger(__name__)

Said = Card | Form
Call = Callable[[], Awaitable[object]]

PROMPT = 1.5
"""Seconds after which Discord is told that the answer takes longer: it waits three."""
_LEAST, _GIVEN = 0.3, 3.0
_TRIES, _PAUSE = 3, 0.2
_SOON = 0.8
"""Seconds for one try of a first answer: after an outage's word the library itself would wait past the three."""
_REMEMBERED = 10_000
"""Interactions by which a second coming of one is known."""
_ANSWERED = 40060
_SERVER_ERROR = 500


class Replies:
    """Answers that one person alone sees."""

    def __init__(self, pictures: Pictures, work: Background) -> None:
        self._pictures = pictures
        self._work = work
        self._renderer = Renderer()
        self._seen: OrderedDict[int, None] = OrderedDict()

    def answer(
        self,
        to: Interaction,
        ask: Callable[[], Awaitable[Said]],
        *,
        first_heard: bool = False,
        told: Callable[[], None] = lambda: None,
    ) -> None:
        """Do what is asked and say privately what came of it; a request that Discord tells twice is done once.

        `first_heard`: only once Discord has taken note, so that nothing is done which it calls failed. `told` hears
        of it once all of it has gone through.
        """
        if to.id in self._seen:
            return
        self._seen[to.id] = None
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        tell = self._once_heard if first_heard else self._answer
        self._work.start(_with_word(partial(tell, to, ask), told))

    async def _once_heard(self, to: Interaction, ask: Callable[[], Awaitable[Said]]) -> bool:
        return await self._defer(to) and await self._in_place(to, await settled(ask()))

    async def _answer(self, to: Interaction, ask: Callable[[], Awaitable[Said]]) -> bool:
        waiting: list[asyncio.Task[bool]] = []
        slow = asyncio.get_running_loop().call_later(
            _patience(to), lambda: waiting.append(self._work.start(self._defer(to)))
        )
        said = await settled(ask())
        slow.cancel()
        if not waiting:
            return await self._at_once(to, said)
        return await waiting[0] and await self._in_place(to, said)

    async def _defer(self, to: Interaction) -> bool:
        return await self._tried(to, partial(to.response.defer, ephemeral=True, thinking=True), within=_SOON)

    async def _at_once(self, to: Interaction, said: Said | TutorError) -> bool:
        if isinstance(said, Form):
            dialog = self._renderer.form(said)
            return await self._tried(to, partial(to.response.send_modal, dialog), within=_SOON)
        card = await self._pictures.shown(as_card(said))
        if attachments(card):  # They may take longer to send than Discord waits.
            return await self._defer(to) and await self._in_place(to, card)
        first, *rest = self._renderer.messages(card)
        send = partial(to.response.send_message, view=first, ephemeral=True)
        return await self._tried(to, send, within=_SOON) and await self._go_on(to, card, rest)

    async def _in_place(self, to: Interaction, said: Said | TutorError) -> bool:
        card = await self._pictures.shown(_late_form(said) if isinstance(said, Form) else as_card(said))
        first, *rest = self._renderer.messages(card)
        return await self._tried(to, partial(self._fill, to, card, first)) and await self._go_on(to, card, rest)

    async def _go_on(self, to: Interaction, card: Card, rest: list[LayoutView]) -> bool:
        """Further parts: the one kind of message that Discord may get twice where its answer was lost."""
        for view in rest:
            if not await self._tried(to, partial(self._add, to, card, view)):
                return False
        return True

    async def _fill(self, to: Interaction, card: Card, view: LayoutView) -> None:
        await to.edit_original_response(view=view, attachments=await self._pictures.of(card, view))

    async def _add(self, to: Interaction, card: Card, view: LayoutView) -> None:
        await to.followup.send(view=view, files=await self._pictures.of(card, view), ephemeral=True)

    async def _tried(self, to: Interaction, call: Call, *, within: float = PATIENCE) -> bool:
        """Whether it is there; it is tried again where that is unknown, for an answer that is lost does harm."""
        for tries in range(_TRIES):
            if tries:
                await asyncio.sleep(tries * _PAUSE)
            try:
                async with asyncio.timeout(within):
                    await call()
            except discord.HTTPException as error:
                if error.code == _ANSWERED:
                    return True
                log.warning("reply_refused", interaction=to.id, reason=str(error))
                if error.status < _SERVER_ERROR:
                    return False
            except DeliveryFailed as error:
                log.warning("reply_lost", interaction=to.id, reason=str(error))
                return False
            except (aiohttp.ClientError, OSError) as error:
                log.warning("reply_in_doubt", interaction=to.id, reason=repr(error))
            else:
                return True
        return False


async def _with_word(tell: Callable[[], Awaitable[bool]], told: Callable[[], None]) -> None:
    if await tell():
        told()


def _patience(to: Interaction) -> float:
    """Seconds until Discord must be told: less for what took a while to come, if our clock can be right about that."""
    age = (discord.utils.utcnow() - to.created_at).total_seconds()
    return max(PROMPT - age, _LEAST) if 0 < age < _GIVEN else PROMPT


def _late_form(form: Form) -> Card:
    """A way to the form, for Discord opens one only as the first answer."""
    return (
        Heading(text=form.title),
        Note(text="This took a little longer than usual."),
        Buttons(items=(CommandButton(label="Open the form", command=form.command),)),
    )
