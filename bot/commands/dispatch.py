"""From a typed line, a pressed button or a sent form to the command's answer, in one transaction."""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime

import structlog
from sqlalchemy import Connection

from bot.cards.blocks import Card, FieldKind, Form, Note, Tone
from bot.commands.catalogue import Catalogue
from bot.commands.command import Call, Command, Parameter
from bot.commands.reading import check_arguments, read_arguments, read_words, tidy
from bot.core.address import Caller, ChannelAddress, Platform
from bot.core.classroom import Classroom, ClassroomState
from bot.core.errors import BadInput, Clash, NotAllowed
from bot.desk import Desk
from bot.store import classrooms, deliveries, workspaces
from bot.store.audit import note_change

Resolve = Callable[[Parameter, str], str]
"""A platform's own id of a channel, person or group that somebody named, raising BadInput for what it does not know."""

_STAFF = {
    Platform.WEB: "those who manage this workspace",
    Platform.SLACK: (
        "admins and owners of the workspace, whoever installed the app, and those in TRAPWISE_SLACK__ADMINS"
    ),
    Platform.DISCORD: "those who may manage this server",
}
"""Who manages a workspace, by platform, as the platform's own people know it."""


class Dispatcher:
    """Answers commands; every TutorError goes to the platform, which shows it."""

    def __init__(self, desk: Desk, catalogue: Catalogue, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._clock = clock
        self.catalogue = catalogue

    def command_of(self, text: str) -> Command:
        """The command that a typed line means.

        Raises:
            BadInput: it means none.
        """
        words = read_words(text)
        return self.catalogue.find(words.root, words.name)

    async def typed(self, caller: Caller, address: ChannelAddress, text: str, resolve: Resolve) -> Card | Form:
        """Answer a typed line such as `/tutor top period=week`.

        Raises:
            TutorError: what the person can put right.
        """
        words, command = read_words(text), self.command_of(text)
        await self._admit(caller, command)
        return await self._answer(
            caller, address, command, resolved(command, read_arguments(command, words.rest), resolve)
        )

    async def sent(
        self,
        caller: Caller,
        address: ChannelAddress,
        name: str,
        fields: Mapping[str, str],
        resolve: Resolve,
        *,
        about: str = "",
    ) -> Card | Form:
        """Answer a form such as that of `/classroom setup`; empty fields are as if not named.

        Raises:
            TutorError: what the person can put right.
        """
        command = self.command_of(name)
        await self._admit(caller, command)
        given = {field: told for field, value in fields.items() if (told := tidy(value))}
        arguments = resolved(command, check_arguments(command, given), resolve)
        return await self._answer(caller, address, command, arguments, about=about)

    async def _admit(self, caller: Caller, command: Command) -> None:
        """Refuse before anything else is said, so that nobody learns to spell what they may not use."""
        structlog.contextvars.bind_contextvars(workspace=caller.key.workspace.external_id, command=command.name)
        if command.staff_only:
            await self._desk.read(_refuse_others, command, caller)

    async def _answer(
        self,
        caller: Caller,
        address: ChannelAddress,
        command: Command,
        arguments: Mapping[str, str],
        *,
        about: str = "",
    ) -> Card | Form:
        call = Call(
            caller=caller,
            address=address,
            arguments=arguments,
            now=self._clock(),
            seed=secrets.token_hex(8),
            about=about,
        )
        if command.staff_only:
            return await self._desk.write(run_for_staff, command, call)
        return await self._desk.read(command.run, call)


def resolved(command: Command, given: Mapping[str, str], resolve: Resolve) -> Mapping[str, str]:
    """The arguments with channels, persons and groups by the platform's own ids."""
    kinds = {each.name: each for each in command.parameters}
    foreign = {FieldKind.CHANNEL, FieldKind.PERSON, FieldKind.GROUP}
    return {
        name: _resolved(kinds[name], word, resolve) if kinds[name].kind in foreign else word
        for name, word in given.items()
    }


def _resolved(parameter: Parameter, word: str, resolve: Resolve) -> str:
    try:
        return resolve(parameter, word)
    except BadInput as error:
        error.parameter = parameter.name
        raise


def run_for_staff(tx: Connection, command: Command, call: Call) -> Card | Form:
    """A staff command: refused to others, kept in the audit, with what nobody could be told on top of its answer."""
    _refuse_others(tx, command, call.caller)
    before = classrooms.classroom_in(tx, call.address)
    _refuse_another(call, before)
    answer = command.run(tx, call)
    after = before or classrooms.classroom_in(tx, call.address)
    if after is None:
        return answer
    if command.writes(call.arguments) or call.about:
        words = " ".join((command.name, *(f"{name}={value}" for name, value in call.arguments.items())))
        note_change(tx, after.id, actor=call.caller.key.person, action=words, at=call.now)
        classrooms.set_changed_by(tx, after.id, call.caller.key.person or after.changed_by)
    if isinstance(answer, Form):
        return answer
    unread = deliveries.take_unread_notes(tx, after.id)
    return (*(Note(text=line, tone=Tone.BAD) for line in unread), *answer)


def _refuse_another(call: Call, here: Classroom | None) -> None:
    """A form that was open for long may be about a classroom that is not here any more."""
    gone = here is None or here.state is ClassroomState.REMOVED or str(here.id) != call.about
    if call.about and gone:
        raise Clash("The classroom was moved or removed while the form was open.", example="/classroom show")


def _refuse_others(tx: Connection, command: Command, caller: Caller) -> None:
    if caller.manages or workspaces.is_staff(tx, caller.key):
        return
    managers = _STAFF[caller.key.workspace.platform]
    raise NotAllowed(
        f"/{command.root} {command.name} is for staff: {managers}; and whoever is added by "
        "/classroom staff add=@… or, on the server, by trapwise classroom staff --classroom ID add=USER. "
        "Everybody may use /tutor.",
        example="/tutor help",
    )
