"""What the tutor says, put into the demo's chat log and onto its open pages."""

from collections.abc import Callable
from datetime import datetime

from markupsafe import Markup

from bot.cards.blocks import Card
from bot.core.address import ChannelAddress, MessageAddress, PersonKey
from bot.desk import Desk
from bot.platforms.web.people import Person
from bot.platforms.web.render import BOT, Message, Renderer
from bot.platforms.web.stream import Stream
from bot.port import ChatPlatform, Marked, Refused
from bot.store.web_messages import WebMessage, add_web_message, edit_web_message, web_message_with_key

DIRECT = ""
"""The channel of direct messages: they are shown wherever their reader is."""


class WebChat(ChatPlatform):
    """The chat platform of the demo page."""

    def __init__(self, desk: Desk, renderer: Renderer, stream: Stream, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._renderer = renderer
        self._stream = stream
        self._clock = clock

    async def post(self, channel: ChannelAddress, card: Card, *, key: str) -> MessageAddress:
        """Put a new message into a channel."""
        return await self._add(channel.channel, card, key=key)

    async def edit(self, _channel: ChannelAddress, message: MessageAddress, card: Card, *, key: str) -> None:
        """Replace a message of ours."""
        html = str(self._renderer.card(card))
        edited = await self._desk.write(edit_web_message, int(message.message), html)
        if edited is None:
            raise Refused(f"the message of {key} is gone", gone=True)
        self._show(edited)

    async def reply(self, _channel: ChannelAddress, to: MessageAddress, card: Card, *, key: str) -> MessageAddress:
        """Put a message into the thread of another."""
        return await self._add(to.channel, card, key=key, thread_of=int(to.message))

    async def direct(self, person: PersonKey, card: Card, *, key: str) -> MessageAddress:
        """Put a message where only that person reads it."""
        return await self._add(DIRECT, card, key=key, only_for=person.person)

    async def find_marked(
        self, _channel: ChannelAddress, marked: Marked, *, thread: MessageAddress | None = None
    ) -> MessageAddress | None:
        """The message that carries the key, wherever it is."""
        del thread
        found = await self._desk.read(web_message_with_key, marked.key, marked.since)
        return None if found is None else MessageAddress(channel=found.channel, message=str(found.id))

    async def whisper(self, person: Person, channel: str, card: Card) -> None:
        """Answer a person in a channel, seen by them alone."""
        await self._add(channel, card, key="", only_for=person.id)

    async def echo(self, person: Person, channel: str, typed: str) -> None:
        """Show a person what they typed."""
        html = str(self._renderer.echo(typed))
        await self._store(
            WebMessage(channel=channel, key="", sender=person.name, html=html, at=self._clock(), only_for=person.id)
        )

    async def _add(
        self, channel: str, card: Card, *, key: str, thread_of: int | None = None, only_for: str | None = None
    ) -> MessageAddress:
        html = str(self._renderer.card(card))
        value = WebMessage(
            channel=channel, key=key, sender=BOT, html=html, at=self._clock(), thread_of=thread_of, only_for=only_for
        )
        return MessageAddress(channel=channel, message=str(await self._store(value)))

    async def _store(self, value: WebMessage) -> int:
        stored = await self._desk.write(add_web_message, value)
        self._show(stored)
        return stored.id

    def _show(self, value: WebMessage) -> None:
        message = as_message(value)
        data: dict[str, object] = {
            "id": message.id,
            "channel": value.channel,
            "thread_of": message.thread_of,
            "html": str(self._renderer.message(message)),
        }
        self._stream.tell("message", data, only_for=value.only_for)


def as_message(value: WebMessage) -> Message:
    """A stored message as the page shows it; its HTML was escaped when it was rendered."""
    return Message(
        id=str(value.id),
        channel=value.channel,
        at=value.at,
        html=Markup(value.html),  # noqa: S704
        sender=value.sender,
        thread_of=None if value.thread_of is None else str(value.thread_of),
        only_for=value.only_for,
        direct=value.channel == DIRECT,
    )
