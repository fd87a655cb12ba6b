"""Slash commands, command buttons and sent forms: acknowledged at once, answered privately or in a dialog."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import structlog
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext

from bot.background import Background
from bot.cards.blocks import Card, FieldKind, Form, Heading, Note, Tone
from bot.cards.trouble import error_line
from bot.commands.command import Root
from bot.commands.dispatch import Dispatcher
from bot.core.address import Caller, ChannelAddress
from bot.core.errors import BadInput, TutorError
from bot.core.zones import zones_like
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.fields import option
from bot.platforms.slack.forms import read_form
from bot.platforms.slack.people import People, as_typed, resolve
from bot.platforms.slack.render import Renderer
from bot.platforms.slack.replies import PROMPT, Asker, Replies, asker
from bot.port import DeliveryFailed, Refused
from bot.reception import as_card, settled

log = structlog.get_logger(__name__)

Said = Card | Form | TutorError

_OPENING = 1.0
"""Seconds after which a dialog is opened that says to wait: Slack lets one be opened for three."""
_WAIT: Card = (Heading(text="One moment"), Note(text="This takes a little longer than usual."))
_TITLE = "Trapwise"
_NEED_ACCESS = frozenset({"setup", "resume"})
_LET_ME_IN = Note(
    text="I am not in this channel yet, so no question can come: type /invite @Trapwise here.", tone=Tone.BAD
)


class Commands:
    """Runs a person's commands in the channel they are in."""

    def __init__(
        self, *, dispatcher: Dispatcher, calls: Calls, replies: Replies, people: People, work: Background
    ) -> None:
        self._dispatcher = dispatcher
        self._calls = calls
        self._replies = replies
        self._people = people
        self._work = work
        self._renderer = Renderer()

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
            await ack(**self._in_place(answer.result(), view))
        else:
            await ack(response_action="update", view=self._renderer.told(_WAIT, title=_TITLE))
            self._work.start(self._later(who, answer, view))

    async def zones(self, ack: AsyncAck, body: dict[str, Any]) -> None:
        """Offer the time zones that sound like what is being typed."""
        found = zones_like(str(body.get("value", ""))) if body.get("block_id") == FieldKind.ZONE else ()
        await ack(options=[option(zone) for zone in found])

    async def _line(self, ack: AsyncAck, who: Asker, text: str) -> None:
        answer = self._work.start(settled(self._run(who, text)))
        await asyncio.wait({answer}, timeout=_OPENING)
        await ack()
        self._work.start(self._show(who, text, answer))

    async def _run(self, who: Asker, text: str) -> Card | Form:
        caller = await self._caller(who, text)
        said = await self._dispatcher.typed(caller, _address(who), text, resolve)
        return await self._with_a_word_about_access(said, _address(who), text)

    async def _send(self, who: Asker, view: Mapping[str, Any]) -> Card | Form:
        metadata, fields = json.loads(view["private_metadata"]), read_form(view["state"]["values"])
        there = ChannelAddress(workspace=who.person.workspace, channel=str(metadata["channel"]))
        caller = await self._people.staff(who)
        command = str(metadata["command"])
        said = await self._dispatcher.sent(caller, there, command, fields, resolve)
        return await self._with_a_word_about_access(said, there, command)

    async def _with_a_word_about_access(self, said: Card | Form, there: ChannelAddress, line: str) -> Card | Form:
        """After a set-up in a channel that the bot is not in, how to let it in: else the first question cannot come."""
        if isinstance(said, Form) or self._dispatcher.command_of(line).name not in _NEED_ACCESS:
            return said
        try:
            await self._calls.call(there.workspace, "conversations.history", channel=there.channel, limit=1)
        except Refused as error:
            return (*said, _LET_ME_IN) if error.gone else said
        except DeliveryFailed:
            return said
        return said

    async def _caller(self, who: Asker, text: str) -> Caller:
        """Members are known by the request itself; of staff Slack must be asked."""
        if self._dispatcher.command_of(text).root is Root.CLASSROOM:
            return await self._people.staff(who)
        return self._people.member(who)

    async def _show(self, who: Asker, text: str, answer: "asyncio.Task[Said]") -> None:
        """Say it privately; a form opens as a dialog, at once with a word to wait where the form itself is slow."""
        waiting = None
        if not answer.done() and self._may_ask_back(text):
            waiting = await self._open(who, self._renderer.told(_WAIT, title=_TITLE))
        said = await answer
        if waiting is not None:
            await self._update(who, waiting, self._view(said, who.channel))
        elif isinstance(said, Form):
            await self._open(who, self._view(said, who.channel))
        else:
            await self._replies.tell(who, as_card(said))

    def _may_ask_back(self, text: str) -> bool:
        """Whether the line names nothing but a command that then shows a form or a question."""
        try:
            command = self._dispatcher.command_of(text)
        except TutorError:
            return False
        return command.shows_when_bare and "=" not in text

    async def _later(self, who: Asker, answer: "asyncio.Task[Said]", view: Mapping[str, Any]) -> None:
        await self._update(who, str(view["id"]), self._view(await answer, _channel(view)))

    async def _open(self, who: Asker, view: dict[str, Any]) -> str | None:
        """Open a dialog and return its id; where Slack will not, say so privately."""
        try:
            opened = await self._calls.call(who.person.workspace, "views.open", trigger_id=who.trigger, view=view)
        except DeliveryFailed as error:
            log.warning("dialog_not_opened", person=who.person.person, reason=str(error))
            slow = TutorError("The form could not be opened in time. Please try again.")
            await self._replies.tell(who, as_card(slow))
            return None
        return str(opened["view"]["id"])

    async def _update(self, who: Asker, view_id: str, view: dict[str, Any]) -> None:
        try:
            await self._calls.call(who.person.workspace, "views.update", view_id=view_id, view=view)
        except DeliveryFailed as error:
            log.warning("dialog_not_updated", person=who.person.person, reason=str(error))

    def _in_place(self, said: Said, view: Mapping[str, Any]) -> dict[str, Any]:
        """How a sent form is answered."""
        filled = view["state"]["values"]
        if isinstance(said, TutorError) and filled:
            return {"response_action": "errors", "errors": {_field(said, filled): _at_field(said)}}
        return {"response_action": "update", "view": self._view(said, _channel(view))}

    def _view(self, said: Said, channel: str) -> dict[str, Any]:
        if isinstance(said, Form):
            return self._renderer.form(said, metadata=json.dumps({"command": said.command, "channel": channel}))
        return self._renderer.told(as_card(said), title=_TITLE)


def _field(error: TutorError, filled: Mapping[str, Any]) -> str:
    """The field that an error is about, that of free words where those were given; the first one if it tells none."""
    name = error.parameter if isinstance(error, BadInput) else ""
    words = f"{name}.words"
    if filled.get(words, {}).get("value", {}).get("value"):
        return words
    return name if name in filled else next(iter(filled))


def _at_field(error: TutorError) -> str:
    """The error where nobody needs to be told the field's name again."""
    name = error.parameter if isinstance(error, BadInput) else ""
    return error_line(TutorError(error.message, example=error.example.removeprefix(f"{name}=")))


def _address(who: Asker) -> ChannelAddress:
    return ChannelAddress(workspace=who.person.workspace, channel=who.channel)


def _channel(view: Mapping[str, Any]) -> str:
    return str(json.loads(view["private_metadata"])["channel"])
