"""Who is there in the demo, and where: three members, an admin and two channels."""

from bot.core.address import Caller, ChannelAddress, PersonKey, Platform, WorkspaceKey
from bot.platforms.web.render import Channel, Person

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
