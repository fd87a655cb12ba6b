"""Slash commands, command buttons and sent forms, answered privately or with a form."""

import re
from collections.abc import Mapping

import discord

from bot.cards.blocks import Buttons, Card, CommandButton, Form, Note, Tone
from bot.commands.command import Command, Root
from bot.commands.dispatch import Dispatcher
from bot.core.errors import TutorError
from bot.platforms.discord.forms import Sent, sent
from bot.platforms.discord.people import Interaction, caller, place, resolve
from bot.platforms.discord.replies import Replies, Said
from bot.platforms.discord.rights import lacking
from bot.reception import as_card, settled

_WHO_SEES = (
    "Discord itself shows /classroom to those who may manage the server only. To let others on the list see it: Server "
    "Settings → Integrations → this app → /classroom → Add Roles or Members."
)


class Commands:
    """Runs a person's commands in the channel they are in."""

    def __init__(self, dispatcher: Dispatcher, replies: Replies) -> None:
        self._dispatcher = dispatcher
        self._replies = replies

    def typed(self, interaction: Interaction, command: Command, options: Mapping[str, str]) -> None:
        """Answer a slash command; what changes something is not done where nobody can hear of it any more."""
        changes = command.writes(options)
        self._replies.answer(interaction, lambda: self._run(interaction, command, options), first_heard=changes)

    def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a button that stands for a command."""
        self._replies.answer(interaction, lambda: self._line(interaction, match["command"]))

    def filled_in(self, interaction: Interaction) -> None:
        """Answer a form that was sent."""
        form = sent(interaction.data or {})
        if form is not None:
            self._replies.answer(interaction, lambda: self._form(interaction, form), first_heard=True)

    def outdated(self, interaction: Interaction) -> None:
        """Answer a command that is not, or not any more, as Discord believes; nothing to who still types it."""
        if interaction.type is not discord.InteractionType.autocomplete:
            self._replies.answer(interaction, _outdated)

    async def _run(self, interaction: Interaction, command: Command, options: Mapping[str, str]) -> Said:
        said = await self._dispatcher.sent(
            caller(interaction), place(interaction), f"/{command.root} {command.name}", options, resolve
        )
        if isinstance(said, Form):
            return said
        return (*said, *_remarks(interaction, command), *_there(interaction, command, options))

    async def _line(self, interaction: Interaction, text: str) -> Said:
        return await self._dispatcher.typed(caller(interaction), place(interaction), text, resolve)

    async def _form(self, interaction: Interaction, form: Sent) -> Said:
        """What came of it; Discord has closed the form, so that a mistake is told with what stood in it."""
        command = self._dispatcher.command_of(form.command)
        filling = self._dispatcher.sent(
            caller(interaction), place(interaction), form.command, form.fields, resolve, about=form.about
        )
        said = await settled(filling)
        if isinstance(said, TutorError):
            return _again(said, form.command, form.fields)
        return said if isinstance(said, Form) else (*said, *_remarks(interaction, command))


def _remarks(interaction: Interaction, command: Command) -> Card:
    """What staff have to know of Discord itself."""
    told: list[Note] = []
    if command.root is Root.CLASSROOM and command.name == "staff":
        told.append(Note(text=_WHO_SEES))
    missing = lacking(interaction.app_permissions) if command.root is Root.CLASSROOM else ()
    if missing:
        told.append(Note(text=f"In this channel I lack permissions: {', '.join(missing)}.", tone=Tone.BAD))
    return tuple(told)


def _there(interaction: Interaction, command: Command, options: Mapping[str, str]) -> Card:
    """What the bot lacks where a classroom has moved to."""
    target, guild = options.get("channel", ""), interaction.guild
    channel = guild.get_channel(int(target)) if guild is not None and target.isdecimal() else None
    if command.name != "move" or guild is None or channel is None:
        return ()
    missing = lacking(channel.permissions_for(guild.me))
    told = f"In the new channel I lack permissions: {', '.join(missing)}."
    return (Note(text=told, tone=Tone.BAD),) if missing else ()


async def _outdated() -> Card:
    raise TutorError("This command has changed. Reload Discord (Ctrl+R), or restart the app, and try again.")


def _again(error: TutorError, command: str, fields: Mapping[str, str]) -> Card:
    filled = [f'{name}="{value}"' if " " in value else f"{name}={value}" for name, value in fields.items() if value]
    told = (Note(text=f"You had filled in: {' '.join(filled)}"),) if filled else ()
    button = CommandButton(label="Open the form again", command=command)
    return *as_card(error), *told, Buttons(items=(button,))
