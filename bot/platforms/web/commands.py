"""Typed commands, command buttons and sent forms of the demo page."""

from collections.abc import Mapping

from bot.cards.blocks import Card, FieldKind, Form
from bot.commands.command import Command
from bot.commands.dispatch import Dispatcher
from bot.core.errors import BadInput
from bot.platforms.web.people import CHANNELS, PERSONS, address, caller, find_channel, find_person
from bot.platforms.web.render import Channel, Person


class Commands:
    """Runs a person's commands in the channel they are in."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher

    async def typed(self, person: Person, channel: Channel, text: str) -> Card | Form:
        """Answer a typed line or a command button."""
        return await self._dispatcher.typed(caller(person), address(channel), text, resolve)

    async def sent(self, person: Person, channel: Channel, fields: Mapping[str, str]) -> Card | Form:
        """Answer a sent form."""
        named = {name: value for name, value in fields.items() if name != "command"}
        return await self._dispatcher.sent(caller(person), address(channel), fields.get("command", ""), named, resolve)

    def offered(self, person: Person) -> list[str]:
        """What the command box proposes to the person."""
        return [
            f"/{command.root} {command.name}"
            for command in self._dispatcher.catalogue.commands
            if person.admin or not command.staff_only
        ]


def resolve(command: Command, arguments: Mapping[str, str]) -> Mapping[str, str]:
    """Channels and persons by the demo's ids.

    Raises:
        BadInput: there is none of that name.
    """
    kinds = {parameter.name: parameter.kind for parameter in command.parameters}
    return {name: _resolved(kinds[name], name, value) for name, value in arguments.items()}


def _resolved(kind: FieldKind, name: str, value: str) -> str:
    if kind is FieldKind.CHANNEL:
        channel = find_channel(value)
        if channel is None:
            known = ", ".join(f"#{each.name}" for each in CHANNELS)
            raise BadInput(value, f"is no channel here; there is {known}.", example=f"{name}=#{CHANNELS[-1].name}")
        return channel.id
    if kind is FieldKind.PERSON:
        person = find_person(value)
        if person is None:
            known = ", ".join(f"@{each.id}" for each in PERSONS)
            raise BadInput(value, f"is nobody here; there is {known}.", example=f"{name}=@{PERSONS[0].id}")
        return person.id
    return value
