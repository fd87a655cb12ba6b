"""What the tutor says in channels, threads and direct messages of Discord, each message with its key."""

import hashlib
from typing import Any, Literal

import discord

from bot.cards.blocks import Card, Heading, Mention
from bot.core.address import ChannelAddress, MessageAddress, PersonKey
from bot.platforms.discord.calls import (
    INVALID_FORM,
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    THREAD_EXISTS,
    THREAD_LOCKED,
    TOO_MANY_THREADS,
    UNKNOWN_CHANNEL,
    WRONG_CHANNEL_KIND,
    Calls,
    DiscordRefused,
    number,
)
from bot.platforms.discord.history import History
from bot.platforms.discord.pictures import Pictures
from bot.platforms.discord.render import Renderer, marker
from bot.port import Capacity, Marked

_NO_THREAD = {MISSING_PERMISSIONS, WRONG_CHANNEL_KIND, TOO_MANY_THREADS}
_CLOSED_THREAD = {MISSING_PERMISSIONS, UNKNOWN_CHANNEL, THREAD_ARCHIVED, THREAD_LOCKED}
_EVERYBODY = {"here", "everyone"}
_LONGEST_NAME = 100
_LONGEST_NONCE = 25
_SHOWN_FOR: Literal[1440] = 1440
"""Minutes without a word after which a thread leaves the list of channels."""


class DiscordChat:
    """The chat platform of Discord."""

    def __init__(self, calls: Calls, pictures: Pictures) -> None:
        self._calls = calls
        self._pictures = pictures
        self._history = History(calls)
        self._renderer = Renderer()

    async def post(self, channel: ChannelAddress, card: Card, /, *, key: str) -> MessageAddress:
        """Put a new message into a channel; the one thing that may call the group it mentions."""
        return await self._put(number(channel.channel), card, key, allowed_mentions=_may_call(card))

    async def edit(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> None:
        """Replace a message of ours; safe to repeat."""
        del channel
        await self._replace(message, card, key)

    async def show_count(self, channel: ChannelAddress, message: MessageAddress, card: Card, /, *, key: str) -> bool:
        """Replace a message of ours, if nobody else wants the turn."""
        del channel
        if not await self._calls.pace.spare(channel=number(message.channel)):
            return False
        await self._replace(message, card, key, paid=True)
        return True

    async def reply(self, channel: ChannelAddress, to: MessageAddress, card: Card, /, *, key: str) -> MessageAddress:
        """Put a message into the thread of another; below it where there can be none."""
        del channel
        if await self._thread_of(to, card):
            try:
                return await self._put(number(to.message), card, key)
            except DiscordRefused as error:
                if error.code not in _CLOSED_THREAD:
                    raise
        at, which = number(to.channel), number(to.message)
        there = discord.MessageReference(message_id=which, channel_id=at, fail_if_not_exists=False)
        return await self._put(at, card, key, reference=there, mention_author=False)

    async def direct(self, person: PersonKey, card: Card, /, *, key: str) -> MessageAddress:
        """Put a message where only that person reads it."""
        who = discord.Object(number(person.person))
        async with self._calls.one() as client:
            opened = await client.create_dm(who)
        return await self._put(opened.id, card, key)

    async def find_marked(
        self, channel: ChannelAddress, marked: Marked, /, *, thread: MessageAddress | None = None
    ) -> MessageAddress | None:
        """The message that carries the key, if it is in the channel, or in or below the message of a thread."""
        mark = marker(marked.key)
        if thread is not None:
            try:
                found = await self._history.find(number(thread.message), mark, since=marked.since)
            except DiscordRefused as error:
                if error.code != UNKNOWN_CHANNEL:
                    raise
                found = None
            if found is not None:
                return found
        at = channel.channel if thread is None else thread.channel
        return await self._history.find(number(at), mark, since=marked.since)

    def capacity(self) -> Capacity:
        """As many as get their turns soon, in all and in each channel."""
        return Capacity(at_once=self._calls.pace.at_once, channels=self._calls.pace.channels())

    async def _replace(self, message: MessageAddress, card: Card, key: str, *, paid: bool = False) -> None:
        """Its pictures stay, or come with it if they were missing."""
        card = await self._pictures.shown(card)
        view = self._renderer.message(card, key=key)
        try:
            await self._change(message, paid=paid, view=view)
        except DiscordRefused as error:
            files = await self._pictures.of(card, view)
            if error.code != INVALID_FORM or not files:
                raise
            await self._change(message, view=view, attachments=files)

    async def _thread_of(self, to: MessageAddress, card: Card) -> bool:
        """Make sure that a message has a thread, which is then called as the message is; False if it can have none."""
        name = next((block.text for block in card if isinstance(block, Heading)), "Reveal")
        try:
            async with self._calls.one() as client:
                await client.http.start_thread_with_message(
                    number(to.channel),
                    number(to.message),
                    name=name[:_LONGEST_NAME] or "Reveal",
                    auto_archive_duration=_SHOWN_FOR,
                )
        except DiscordRefused as error:
            if error.code not in {THREAD_EXISTS, *_NO_THREAD}:
                raise
            return error.code == THREAD_EXISTS
        return True

    async def _change(self, message: MessageAddress, *, paid: bool = False, **how: Any) -> None:
        at, which = number(message.channel), number(message.message)
        async with self._calls.one(channel=at, paid=paid) as client:
            there = client.get_partial_messageable(at).get_partial_message(which)
            await there.edit(allowed_mentions=discord.AllowedMentions.none(), **how)

    async def _put(self, at: int, card: Card, key: str, **how: Any) -> MessageAddress:
        """Send it once, however often the request has to be repeated within the next minutes."""
        card = await self._pictures.shown(card)
        view = self._renderer.message(card, key=key)
        files = await self._pictures.of(card, view)
        async with self._calls.one(channel=at) as client:
            sent = await client.get_partial_messageable(at).send(view=view, files=files, nonce=_nonce(key, at), **how)
        return MessageAddress(channel=str(at), message=str(sent.id))


def _may_call(card: Card) -> discord.AllowedMentions:
    """The one group that the card mentions, and nobody else."""
    who = next((block.who.removeprefix("@") for block in card if isinstance(block, Mention)), "")
    roles = [discord.Object(int(who))] if who.isascii() and who.isdigit() else False
    return discord.AllowedMentions(everyone=who in _EVERYBODY, users=False, roles=roles, replied_user=False)


def _nonce(key: str, at: int) -> str:
    """Discord gives back the message that was sent with the same one a few minutes ago."""
    return hashlib.sha256(f"{at}:{key}".encode()).hexdigest()[:_LONGEST_NONCE]
