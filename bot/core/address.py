"""Where things are on a platform: workspaces, channels, messages and persons, by the platform's own ids."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

LearnerId = NewType("LearnerId", int)


class Platform(StrEnum):
    """The chat platforms that Trapwise speaks."""

    WEB = "web"
    SLACK = "slack"
    DISCORD = "discord"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class WorkspaceKey:
    """A Slack team (enterprise and team id), a Discord guild, or the demo page."""

    platform: Platform
    external_id: str


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class ChannelAddress:
    """One channel of a workspace."""

    workspace: WorkspaceKey
    channel: str


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class MessageAddress:
    """One message; `channel` is the channel or thread that the platform wants to hear for it."""

    channel: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class PersonKey:
    """One person of a workspace."""

    workspace: WorkspaceKey
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Whoever clicked or typed: who they are, what the platform calls them, whether they manage it, their zone."""

    key: PersonKey
    name: str
    manages: bool = False
    zone: str = ""
