"""Typed commands, command buttons and sent forms of the demo page."""

from collections.abc import Mapping

from bot.cards.blocks import Card, Form
from bot.commands.dispatch import Dispatcher
from bot.platforms.web.people import Channel, Person, address, caller, resolve


class Commands:
    """Runs a person's commands in the channel they are in."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher

    async def typed(self, person: Person, channel: Channel, text: str) -> Card | Form:
        """Answer a typed line or a command button."""
        return await self._dispatcher.typed(caller(person), address(channel), text, resolve)

    async def sent(self, person: Person, channel: Channel, command: str, fields: Mapping[str, str]) -> Card | Form:
        """Answer the form of a command."""
        return await self._dispatcher.sent(caller(person), address(channel), command, fields, resolve)

    def offered(self, person: Person) -> list[str]:
        """What the command box proposes to the person."""
        return [
            f"/{command.root} {command.name}"
            for command in self._dispatcher.catalogue.commands
            if person.admin or not command.staff_only
        ]
