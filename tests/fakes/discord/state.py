"""What a Discord consists of: people, guilds, channels and messages."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Any

import discord

from tests.fakes.discord.snowflakes import Snowflakes

Json = dict[str, Any]

EPHEMERAL, LOADING, SUPPRESS_EMBEDS, SILENT, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 2, 1 << 12, 1 << 15


class ChannelKind(IntEnum):
    """The kinds that the fake has."""

    TEXT = 0
    DIRECT = 1
    THREAD = 11


def bits(permissions: Iterable[str]) -> int:
    """Permissions as a number, by the names of the library."""
    return discord.Permissions(**dict.fromkeys(permissions, True)).value


ORDINARY = (
    "view_channel", "send_messages", "send_messages_in_threads", "create_public_threads", "embed_links", "attach_files",
    "read_message_history", "use_application_commands", "add_reactions",
)  # fmt: skip


@dataclass(kw_only=True, eq=False)
class User:
    """Somebody; with `dms_open` false no bot may write to them."""

    id: int
    name: str
    bot: bool = False
    dms_open: bool = True


@dataclass(kw_only=True, eq=False)
class Role:
    """A role and its permission bits."""

    id: int
    name: str
    permissions: int = 0
    managed: bool = False


@dataclass(kw_only=True, eq=False)
class Member:
    """A user in a guild."""

    user: User
    roles: list[Role]
    joined_at: datetime
    nick: str | None = None


@dataclass(kw_only=True, eq=False)
class Guild:
    """A server; the first role is the one that everybody has."""

    id: int
    name: str
    owner: User
    created_at: datetime
    roles: list[Role] = field(default_factory=list, repr=False)
    members: dict[int, Member] = field(default_factory=dict, repr=False)
    channels: list["Channel"] = field(default_factory=list, repr=False)
    system_channel: "Channel | None" = field(default=None, repr=False)
    available: bool = True
    commands: list[Json] = field(default_factory=list, repr=False)

    def permissions(self, user: User) -> int:
        """What somebody may do in the whole guild."""
        roles = [self.roles[0], *self.members[user.id].roles]
        granted = 0
        for role in roles:
            granted |= role.permissions
        everything = user is self.owner or granted & bits(["administrator"])
        return discord.Permissions.all().value if everything else granted


@dataclass(kw_only=True, eq=False)
class Channel:
    """A place for messages; `denied` are the permission bits that the bot lacks here."""

    id: int
    kind: ChannelKind
    name: str
    created_at: datetime
    guild: Guild | None = field(default=None, repr=False)
    parent: "Channel | None" = None
    recipient: User | None = None
    denied: int = 0
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    deleted: bool = False
    messages: dict[int, "Message"] = field(default_factory=dict, repr=False)

    def permissions(self, user: User, *, bot: bool = False) -> int:
        """What somebody may do here."""
        if self.guild is None:
            return bits(ORDINARY)
        denied = self.denied | (self.parent.denied if self.parent else 0)
        return self.guild.permissions(user) & ~(denied if bot else 0)


@dataclass(kw_only=True)
class Upload:
    """A file that was sent."""

    filename: str
    data: bytes
    content_type: str = "application/octet-stream"


@dataclass(kw_only=True, eq=False)
class Message:
    """One message as it now stands; an ephemeral one is for one person only."""

    id: int
    channel: Channel = field(repr=False)
    author: User
    sent_at: datetime
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    flags: int = 0
    nonce: str | int | None = None
    reference: Json | None = None
    edited_at: datetime | None = None
    edits: int = 0
    only_for: User | None = None
    metadata: Json | None = None
    thread: Channel | None = None
    pings: list[str] = field(default_factory=list)
    mentions: list[User] = field(default_factory=list)
    deleted: bool = False

    @property
    def loading(self) -> bool:
        """Whether people still see "thinking"."""
        return bool(self.flags & LOADING)


@dataclass(kw_only=True)
class State:
    """All of it; the bot is one of the users."""

    ids: Snowflakes
    bot: User
    owner: User
    application_id: int
    token: str
    users: dict[int, User] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    commands: list[Json] = field(default_factory=list)
    files: dict[str, Upload] = field(default_factory=dict)
    nonces: dict[str | int, Message] = field(default_factory=dict)
    cdn: str = ""

    @property
    def now(self) -> datetime:
        """What the world's clock shows."""
        return self.ids.clock()

    def direct(self, user: User) -> Channel:
        """The channel between the bot and somebody, made when first asked for."""
        known = (each for each in self.channels.values() if each.recipient is user)
        return next(known, None) or self.add_channel(ChannelKind.DIRECT, user.name, recipient=user)

    def add_channel(self, kind: ChannelKind, name: str, *, id: int | None = None, **rest: Any) -> Channel:
        """A new channel, in its guild if it has one."""
        made = Channel(id=id or self.ids.new(), kind=kind, name=name, created_at=self.now, **rest)
        self.channels[made.id] = made
        if made.guild is not None:
            made.guild.channels.append(made)
        return made
