"""Who a person is and where: what an interaction says of both, and how people name channels, persons and roles."""

import re
from typing import Any

import discord

from bot.cards.blocks import FieldKind
from bot.commands.command import Parameter
from bot.core.address import Caller, ChannelAddress, PersonKey, Platform, WorkspaceKey
from bot.core.errors import BadInput, TutorError

Interaction = discord.Interaction[Any]

_MARKED = {
    FieldKind.CHANNEL: re.compile(r"<#(\d{1,19})>|(\d{15,19})", re.ASCII),
    FieldKind.PERSON: re.compile(r"<@!?(\d{1,19})>|(\d{15,19})", re.ASCII),
    FieldKind.GROUP: re.compile(r"<@&(\d{1,19})>|(\d{15,19})|@?(here|everyone)", re.ASCII),
}
_CHOOSE = {
    FieldKind.CHANNEL: ("is no channel that Discord knows: choose it from the list that comes up.", "#general"),
    FieldKind.PERSON: ("is nobody that Discord knows: choose them from the list that comes up.", "@sam"),
    FieldKind.GROUP: ("is no role that Discord knows: choose it from the list that comes up.", "@here"),
}
_NOBODY = {"none", "nobody"}


def workspace_key(guild: int) -> WorkspaceKey:
    """The key of a server."""
    return WorkspaceKey(platform=Platform.DISCORD, external_id=str(guild))


def caller(interaction: Interaction) -> Caller:
    """Whoever clicked or typed; Discord keeps their time zone to itself.

    Raises:
        TutorError: it was not on a server.
    """
    rights = interaction.permissions
    return Caller(
        key=PersonKey(workspace=_workspace(interaction), person=str(interaction.user.id)),
        name=interaction.user.display_name,
        manages=rights.manage_guild or rights.administrator,
    )


def place(interaction: Interaction) -> ChannelAddress:
    """The channel that it happened in; a thread belongs to its channel, unless that is a forum.

    Raises:
        TutorError: it was not on a server.
    """
    channel, at = interaction.channel, interaction.channel_id
    if isinstance(channel, discord.Thread) and not isinstance(channel.parent, discord.ForumChannel):
        at = channel.parent_id
    return ChannelAddress(workspace=_workspace(interaction), channel=str(at or ""))


def resolve(parameter: Parameter, word: str) -> str:
    """Discord's own id of a channel, person or role that somebody chose; everybody is a role with the server's id.

    Raises:
        BadInput: it is only a word.
    """
    if parameter.kind is FieldKind.GROUP and word.casefold() in _NOBODY:
        return word
    found = _MARKED[parameter.kind].fullmatch(word)
    if found is None:
        told, example = _CHOOSE[parameter.kind]
        raise BadInput(word, told, example=f"{parameter.name}={example}")
    return next(group for group in found.groups() if group)


def _workspace(interaction: Interaction) -> WorkspaceKey:
    if interaction.guild_id is None:
        raise TutorError("I am of use on a server only: go to the channel where the questions come.")
    return workspace_key(interaction.guild_id)
