"""The routes of the bot itself, of guilds, channels and people, and of commands."""

from typing import Any

from tests.fakes.discord.command_form import check_commands
from tests.fakes.discord.form import Field, Form
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.payloads import (
    application_json,
    channel_json,
    guild_json,
    member_json,
    roles_json,
    user_json,
)
from tests.fakes.discord.reach import reach, reach_guild
from tests.fakes.discord.refusals import Refusal
from tests.fakes.discord.routes import Call
from tests.fakes.discord.state import ChannelKind, Json, State


class PlaceApi:
    """Where the bot is, and who is there."""

    def __init__(self, state: State, gateway: Gateway) -> None:
        self._state = state
        self._gateway = gateway

    async def guild(self, call: Call) -> Json:
        return guild_json(reach_guild(self._state, call.number("guild")))

    async def guild_channels(self, call: Call) -> list[Json]:
        guild = reach_guild(self._state, call.number("guild"))
        there = [each for each in guild.channels if not each.deleted and each.kind is not ChannelKind.THREAD]
        return [channel_json(each, self._state) for each in there]

    async def guild_roles(self, call: Call) -> list[Json]:
        return roles_json(reach_guild(self._state, call.number("guild")))

    async def guild_member(self, call: Call) -> Json:
        guild = reach_guild(self._state, call.number("guild"))
        if call.number("user") not in self._state.users:
            raise Refusal.UNKNOWN_USER.error()
        if call.number("user") not in guild.members:
            raise Refusal.UNKNOWN_MEMBER.error()
        return member_json(guild.members[call.number("user")])

    async def channel(self, call: Call) -> Json:
        return channel_json(reach(self._state, call.number("channel")), self._state)

    async def edit_channel(self, call: Call) -> Json:
        """Archive, lock or name a thread; other channels are not the bot's to change."""
        channel = reach(self._state, call.number("channel"), "manage_threads")
        if channel.kind is not ChannelKind.THREAD:
            raise Refusal.MISSING_PERMISSIONS.error()
        form = Form()
        channel.name = Field(form, call.body)["name"].text(1, 100) or channel.name
        form.refuse()
        channel.archived = call.body.get("archived", channel.archived)
        channel.locked = call.body.get("locked", channel.locked)
        written = channel_json(channel, self._state)
        await self._gateway.tell("THREAD_UPDATE", written, channel.guild)
        return written

    async def nothing(self, call: Call) -> None:
        """Typing, or joining a thread, in a channel that is there."""
        reach(self._state, call.number("channel"))


class OwnApi:
    """The bot's account, its direct messages and its commands."""

    def __init__(self, state: State, gateway: Gateway) -> None:
        self._state = state
        self._gateway = gateway

    async def me(self, call: Call) -> Json:
        del call
        return user_json(self._state.bot) | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}

    async def application(self, call: Call) -> Json:
        del call
        return application_json(self._state)

    async def gateway(self, call: Call) -> Json:
        del call
        limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 16}
        return {"url": self._gateway.url, "shards": self._gateway.shards, "session_start_limit": limits}

    async def user(self, call: Call) -> Json:
        found = self._state.users.get(call.number("user"))
        if found is None:
            raise Refusal.UNKNOWN_USER.error()
        return user_json(found)

    async def open_dm(self, call: Call) -> Json:
        """The channel is there even for somebody who takes no messages."""
        found = self._state.users.get(int(call.body.get("recipient_id", 0)))
        if found is None or found.bot:
            raise Refusal.INVALID_RECIPIENT.error()
        return channel_json(self._state.direct(found), self._state)

    async def commands(self, call: Call) -> list[Json]:
        return self._list(call)

    async def put_commands(self, call: Call) -> list[Json]:
        """Replace all; a command of the same name keeps its id."""
        commands = self._list(call)
        check_commands(call.body)
        known = {(each["type"], each["name"]): each["id"] for each in commands}
        guild = {"guild_id": call.params["guild"]} if "guild" in call.params else {}
        commands[:] = [self._stored(each, known) | guild for each in call.body]
        return commands

    def _list(self, call: Call) -> list[Json]:
        if call.number("application") != self._state.application_id:
            raise Refusal.UNKNOWN_APPLICATION.error()
        if "guild" in call.params:
            return reach_guild(self._state, call.number("guild")).commands
        return self._state.commands

    def _stored(self, command: Json, known: dict[Any, str]) -> Json:
        kind = command.get("type") or 1
        allowed = command.get("default_member_permissions")
        return {name: value for name, value in command.items() if value is not None} | {
            "id": known.get((kind, command["name"])) or str(self._state.ids.new()),
            "application_id": str(self._state.application_id),
            "version": str(self._state.ids.new()),
            "type": kind,
            "description": command.get("description") or "",
            "default_member_permissions": None if allowed is None else str(allowed),
        }
