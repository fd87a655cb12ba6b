"""Who is there in the demo, and where: three members, an admin and two channels."""

from dataclasses import dataclass

from bot.cards.blocks import FieldKind
from bot.commands.command import Parameter
from bot.core.address import Caller, ChannelAddress, PersonKey, Platform, WorkspaceKey
from bot.core.errors import BadInput


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody whom a visitor of the page can be; `zone` is that of the visitor's browser."""

    id: str
    name: str
    admin: bool = False
    zone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A channel of the page; `topic` is the line beside its name."""

    id: str
    name: str
    topic: str = ""


WORKSPACE = WorkspaceKey(platform=Platform.WEB, external_id="demo")
PERSONS = (
    Person(id="ada", name="Ada"),
    Person(id="ben", name="Ben"),
    Person(id="chloe", name="Chloé"),
    Person(id="dana", name="Dana", admin=True),
)
CHANNELS = (
    Channel(id="genl-daily", name="genl-daily", topic="One exam question a day"),
    Channel(id="quiz-lounge", name="quiz-lounge", topic="Room for a second classroom"),
)


def find_person(word: str) -> Person | None:
    """The person of that id or name, with or without @."""
    wanted = word.removeprefix("@").casefold()
    return next((person for person in PERSONS if wanted in {person.id, person.name.casefold()}), None)


def find_channel(word: str) -> Channel | None:
    """The channel of that name, with or without #."""
    wanted = word.removeprefix("#").casefold()
    return next((channel for channel in CHANNELS if wanted == channel.id), None)


def caller(person: Person) -> Caller:
    """The person as a flow knows them."""
    return Caller(
        key=PersonKey(workspace=WORKSPACE, person=person.id), name=person.name, manages=person.admin, zone=person.zone
    )


def address(channel: Channel) -> ChannelAddress:
    """The channel as a flow knows it."""
    return ChannelAddress(workspace=WORKSPACE, channel=channel.id)


def resolve(parameter: Parameter, word: str) -> str:
    """The demo's own id of a channel or person that somebody named; its groups are only their names.

    Raises:
        BadInput: there is none of that name.
    """
    if parameter.kind is FieldKind.CHANNEL:
        channel = find_channel(word)
        if channel is None:
            known = ", ".join(f"#{each.name}" for each in CHANNELS)
            example = f"{parameter.name}=#{CHANNELS[-1].name}"
            raise BadInput(word, f"is no channel here; there is {known}.", example=example)
        return channel.id
    if parameter.kind is FieldKind.GROUP:
        return word
    person = find_person(word)
    if person is None:
        known = ", ".join(f"@{each.id}" for each in PERSONS)
        raise BadInput(word, f"is nobody here; there is {known}.", example=f"{parameter.name}=@{PERSONS[0].id}")
    return person.id
