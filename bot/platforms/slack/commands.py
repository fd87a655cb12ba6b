"""Slash commands, command buttons and sent forms: acknowledged at once, answered privately or in a dialog."""

import asyncio
from collections.abc import Mapping
from typing import Any

import structlog
from cachetools import TTLCache
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext

from bot.background import Background
from bot.cards.blocks import Card, FieldKind, Form, Heading, Note
from bot.commands.command import Root
from bot.commands.dispatch import Dispatcher
from bot.core.address import Caller, ChannelAddress
from bot.core.errors import TutorError
from bot.core.zones import zones_like
from bot.platforms.slack.access import Access
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.dialogs import dialog, field_errors, filled_in, memory_of
from bot.platforms.slack.fields import option
from bot.platforms.slack.people import People, as_typed, resolve
from bot.platforms.slack.render import Renderer
from bot.platforms.slack.replies import PROMPT, Asker, Replies, asker
from bot.port import DeliveryFailed
from bot.reception import as_card, settled

log = structlog.get_logger(__name__)

Said = Card | Form | TutorError

_OPENING = 1.0
"""Seconds after which a dialog is opened that says to wait: Slack lets one be opened for three."""
_WAIT: Card = (Heading(text="One moment"), Note(text="This takes a little longer than usual."))
_REMEMBERED, _MOST_REMEMBERED = 600.0, 10_000


class Commands:
    """Runs a person's commands in the channel they are in."""

    def __init__(
        self,
        *,
        dispatcher: Dispatcher,
        calls: Calls,
        replies: Replies,
        people: People,
        access: Access,
        work: Background,
    ) -> None:
        self._dispatcher = dispatcher
        self._calls = calls
        self._replies = replies
        self._people = people
        self._access = access
        self._work = work
        self._renderer = Renderer()
        self._taken: TTLCache[str, bool] = TTLCache(_MOST_REMEMBERED, _REMEMBERED)

    async def typed(self, ack: AsyncAck, body: dict[str, Any], context: AsyncBoltContext) -> None:
        """Answer a slash command."""
        await self._line(ack, asker(body, context), as_typed(f"{body.get('command', '')} {body.get('text', '')}"))

    async def pressed(self, ack: AsyncAck, body: dict[str, Any], context: AsyncBoltContext) -> None:
        """Answer a button that stands for a command."""
        await self._line(ack, asker(body, context), str(body["actions"][0].get("value", "")))

    async def sent(self, ack: AsyncAck, body: dict[str, Any], context: AsyncBoltContext) -> None:
        """Answer a sent form: what is wrong stands at its field, what was done in place of the form."""
        who, view = asker(body, context), body["view"]
        answer = self._work.start(settled(self._send(who, view)))
        await asyncio.wait({answer}, timeout=PROMPT)
        if answer.done():
            await ack(**self._in_place(answer.result(), view, who))
        else:
            await ack(response_action="update", view=dialog(_WAIT, who.channel, self._renderer))
            self._work.start(self._update(who, str(view["id"]), answer))

    async def zones(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        """Offer the time zones that sound like what is being typed."""
        found = zones_like(str(body.get("value", ""))) if body.get("block_id") == FieldKind.ZONE else ()
        await ack(options=[option(zone) for zone in found])

    async def _line(self, ack: AsyncAck, who: Asker, text: str) -> None:
        if self._taken.setdefault(who.trigger, False):
            await ack()  # Slack may bring the same line twice, and a second extra question would be one too many.
            return
        self._taken[who.trigger] = bool(who.trigger)
        answer = self._work.start(settled(self._run(who, text)))
        await asyncio.wait({answer}, timeout=_OPENING)
        await ack()
        self._work.start(self._show(who, text, answer))

    async def _run(self, who: Asker, text: str) -> Card | Form:
        there = ChannelAddress(workspace=who.person.workspace, channel=who.channel)
        self._access.require_channel(there, self._dispatcher.command_of(text))
        said = await self._dispatcher.typed(await self._caller(who, text), there, text, resolve)
        return await self._access.with_a_word(said, there, self._dispatcher.command_of(text), text)

    async def _send(self, who: Asker, view: Mapping[str, Any]) -> Card | Form:
        memory = memory_of(view)
        there = ChannelAddress(workspace=who.person.workspace, channel=memory.channel)
        caller, fields = await self._people.staff(who), filled_in(view, memory)
        said = await self._dispatcher.sent(caller, there, memory.command, fields, resolve, about=memory.about)
        return await self._access.with_a_word(said, there, self._dispatcher.command_of(memory.command), "")

    async def _caller(self, who: Asker, text: str) -> Caller:
        """Members are known by the request itself; of staff Slack must be asked."""
        if self._dispatcher.command_of(text).root is Root.CLASSROOM:
            return await self._people.staff(who)
        return self._people.member(who)

    async def _show(self, who: Asker, text: str, answer: "asyncio.Task[Said]") -> None:
        """Say it privately; a form opens as a dialog, at once with a word to wait where the form itself is slow.

        What was pressed in a dialog is answered there.
        """
        if who.dialog:
            await self._update(who, who.dialog, answer)
            return
        if not answer.done() and self._may_ask_back(text):
            waiting = await self._open(who, _WAIT)
            if waiting is not None:
                await self._update(who, waiting, answer)
            return
        said = await answer
        if isinstance(said, Form):
            await self._open(who, said)
        else:
            await self._replies.tell(who, as_card(said))

    def _may_ask_back(self, text: str) -> bool:
        """Whether the line names nothing but a command that then shows a form or a question."""
        try:
            command = self._dispatcher.command_of(text)
        except TutorError:
            return False
        return command.shows_when_bare and "=" not in text

    async def _open(self, who: Asker, said: Said) -> str | None:
        """Open a dialog and return its id; where Slack will not, say so privately."""
        view = dialog(said, who.channel, self._renderer)
        try:
            opened = await self._calls.call(who.person.workspace, "views.open", trigger_id=who.trigger, view=view)
        except DeliveryFailed as error:
            log.warning("dialog_not_opened", person=who.person.person, reason=str(error))
            slow = TutorError("The form could not be opened in time. Please try again.")
            await self._replies.tell(who, as_card(slow))
            return None
        return str(opened["view"]["id"])

    async def _update(self, who: Asker, view_id: str, answer: "asyncio.Task[Said]") -> None:
        """Say it in an open dialog; where that is closed or stuck, beside the channel."""
        said = await answer
        view = dialog(said, who.channel, self._renderer)
        try:
            await self._calls.call(who.person.workspace, "views.update", view_id=view_id, view=view)
        except DeliveryFailed as error:
            log.warning("dialog_not_updated", person=who.person.person, reason=str(error))
            if not isinstance(said, Form):
                await self._replies.whisper(who, as_card(said))

    def _in_place(self, said: Said, view: Mapping[str, Any], who: Asker) -> dict[str, Any]:
        """How a sent form is answered."""
        if isinstance(said, TutorError) and view["state"]["values"]:
            return {"response_action": "errors", "errors": field_errors(said, view)}
        return {"response_action": "update", "view": dialog(said, who.channel, self._renderer)}
