"""Whom a message really notifies: what it mentions, less what its sender did not allow."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.fakes.discord.completion import walk
from tests.fakes.discord.state import Channel, Json, Message, State, User, bits

EVERYBODY = re.compile(r"@(everyone|here)\b")
PERSON = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")


@dataclass(frozen=True, kw_only=True)
class Allowed:
    """`allowed_mentions` as Discord reads it: a message without it allows all."""

    everyone: bool
    users: Iterable[int] | None
    roles: Iterable[int] | None
    replied: bool

    @classmethod
    def read(cls, body: Json | None) -> "Allowed":
        if body is None:
            return cls(everyone=True, users=None, roles=None, replied=True)
        kinds = body.get("parse") or ()
        return cls(
            everyone="everyone" in kinds,
            users=None if "users" in kinds else [int(each) for each in body.get("users") or ()],
            roles=None if "roles" in kinds else [int(each) for each in body.get("roles") or ()],
            replied=bool(body.get("replied_user")),
        )


def texts(message: Message) -> str:
    """All the text of a message in which Discord looks for mentions."""
    shown = [component["content"] for component in walk(message.components) if component["type"] == 10]
    return "\n".join([message.content, *shown])


def notify(message: Message, allowed_mentions: Json | None, state: State) -> None:
    """Write down on a new message whom it notifies; an ephemeral one notifies nobody."""
    if message.only_for is not None:
        return
    allowed, text, channel = Allowed.read(allowed_mentions), texts(message), message.channel
    message.mentions = list(people(text, allowed, message, state))
    message.pings = [f"@{user.name}" for user in message.mentions]
    message.pings += [f"@{name}" for name in roles(text, allowed, channel)]
    if allowed.everyone and may_call_everybody(message, state):
        message.pings += [f"@{name}" for name in dict.fromkeys(EVERYBODY.findall(text))]


def people(text: str, allowed: Allowed, message: Message, state: State) -> Iterator[User]:
    """The people who are mentioned or replied to, each once."""
    wanted = [int(number) for number in dict.fromkeys(PERSON.findall(text))]
    seen = [number for number in wanted if allowed.users is None or number in allowed.users]
    replied = message.channel.messages.get(int((message.reference or {}).get("message_id", 0)))
    if replied is not None and allowed.replied and replied.author.id not in seen:
        seen.append(replied.author.id)
    guild = message.channel.guild
    for number in seen:
        if number in state.users and (guild is None or number in guild.members):
            yield state.users[number]


def roles(text: str, allowed: Allowed, channel: Channel) -> Iterator[str]:
    """The names of the roles that are mentioned."""
    known = {role.id: role.name for role in channel.guild.roles} if channel.guild else {}
    for number in dict.fromkeys(ROLE.findall(text)):
        if int(number) in known and (allowed.roles is None or int(number) in allowed.roles):
            yield known[int(number)]


def may_call_everybody(message: Message, state: State) -> bool:
    """Whether the sender may mention everybody here."""
    bot = message.author is state.bot
    return bool(message.channel.permissions(message.author, bot=bot) & bits(["mention_everyone"]))
