"""What the doctor asks of Discord: whose the token is, are the commands known, may the bot write in the channels."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

import aiohttp
import discord

from bot.commands.command import Root
from bot.core.classroom import Classroom
from bot.doctor.classrooms import named
from bot.doctor.clocks import compared_by_date
from bot.doctor.finding import Finding, fault, ok, warning
from bot.platforms.discord.calls import Calls, number
from bot.platforms.discord.rights import lacking
from bot.port import DeliveryFailed, Refused

_ABOUT = "discord"
_INVITE = "Give them to it in the channel's settings, or invite it again (trapwise invite)."


class Doctor:
    """Reads, and changes nothing; needs a client that is logged in, and no gateway."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client
        self._calls = Calls(client)

    async def account(self) -> Sequence[Finding]:
        """Whose the token is, whether Discord knows the commands, and its clock."""
        client = self._client
        known = ok(_ABOUT, f"the token is good for bot {client.user} ({client.application_id})")
        try:
            return [known, await self._commands(), await self._clock()]
        except (DeliveryFailed, aiohttp.ClientError, OSError) as error:
            return [known, warning(_ABOUT, f"not everything could be asked ({error!r})")]

    async def channels(self, guild: str, classrooms: Sequence[Classroom]) -> Sequence[Finding]:
        """What the bot may do in the channels of one server."""
        try:
            return list(await self._in_guild(number(guild), classrooms))
        except Refused as error:
            return [fault(named(each), f"its server cannot be seen: {error}") for each in classrooms]
        except (DeliveryFailed, OSError) as error:
            return [warning(named(each), f"its channel could not be looked into ({error}).") for each in classrooms]

    async def _commands(self) -> Finding:
        async with self._calls.one() as client:
            told = await client.http.get_global_commands(client.application_id or 0)
        if {root.value for root in Root} <= {each["name"] for each in told}:
            return ok(_ABOUT, "the commands are known")
        return warning(_ABOUT, "it does not know the commands on every server.", "Run trapwise sync-commands.")

    async def _clock(self) -> Finding:
        """By an answer of its own, for the library keeps no headers."""
        headers = {"Authorization": f"Bot {self._client.http.token}", "User-Agent": self._client.http.user_agent}
        asked_at = datetime.now(UTC)
        address = f"{discord.http.Route.BASE}/gateway/bot"
        async with aiohttp.request("GET", address, headers=headers, proxy=self._client.http.proxy) as answer:
            return compared_by_date(_ABOUT, answer.headers.get("Date", ""), asked_at, datetime.now(UTC))

    async def _in_guild(self, which: int, classrooms: Iterable[Classroom]) -> Iterator[Finding]:
        async with self._calls.one() as client:
            guild = await client.fetch_guild(which, with_counts=False)
            me = await guild.fetch_member(client.user.id if client.user else 0)
            there = {channel.id: channel for channel in await guild.fetch_channels()}
        return iter([await self._channel(each, me, there) for each in classrooms])

    async def _channel(
        self, classroom: Classroom, me: discord.Member, there: Mapping[int, discord.abc.GuildChannel]
    ) -> Finding:
        """A thread is allowed what its channel is."""
        which = number(classroom.address.channel)
        if which not in there:
            async with self._calls.one() as client:
                found = await client.fetch_channel(which)
            which = found.parent_id if isinstance(found, discord.Thread) else 0
        channel = there.get(which)
        if channel is None:
            return fault(named(classroom), "its channel is not there.", "trapwise classroom move takes it elsewhere.")
        missing = lacking(channel.permissions_for(me))
        if missing:
            return fault(named(classroom), f"the bot lacks {', '.join(missing)}.", _INVITE)
        return ok(named(classroom), "the bot may do in its channel what it needs")
