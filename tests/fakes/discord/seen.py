"""What people see: channels, threads, private answers, forms, and whom a message called."""

from tests.fakes.discord.payloads import message_json
from tests.fakes.discord.people import People
from tests.fakes.discord.state import Channel, Json, Message, State, User
from tests.fakes.discord.words import form_words, words


class Seen:
    """Everything as it now stands."""

    def __init__(self, state: State, people: People) -> None:
        self._state = state
        self._people = people

    def messages(self, channel: Channel) -> list[Message]:
        """What all see in a channel, the oldest first."""
        there = [each for each in channel.messages.values() if each.only_for is None]
        return sorted(there, key=lambda message: message.id)

    def transcript(self, channel: Channel) -> list[str]:
        """The same as readable texts."""
        return [words(message) for message in self.messages(channel)]

    def thread(self, message: Message) -> list[str]:
        """What stands in the thread that begins at a message."""
        return [] if message.thread is None else self.transcript(message.thread)

    def direct(self, user: User) -> list[str]:
        """What the bot wrote to somebody directly."""
        return self.transcript(self._state.direct(user))

    def private(self, user: User) -> list[Message]:
        """The ephemeral messages of somebody in all channels, the oldest first."""
        channels = self._state.channels.values()
        theirs = [each for channel in channels for each in channel.messages.values() if each.only_for is user]
        return sorted(theirs, key=lambda message: message.id)

    def ephemerals(self, user: User) -> list[str]:
        """The same as readable texts."""
        return [words(message) for message in self.private(user)]

    def modal(self, user: User) -> str | None:
        """The form that somebody looks at, readable."""
        opened = self._people.form(user)
        return None if opened is None or opened.modal is None else form_words(opened.modal)

    def pings(self) -> list[str]:
        """Everybody and everything that the bot's messages really called."""
        channels = self._state.channels.values()
        said = (each for channel in channels for each in channel.messages.values() if each.author is self._state.bot)
        return [name for message in sorted(said, key=lambda message: message.id) for name in message.pings]

    def json(self, message: Message) -> Json:
        """A message as the API gives it."""
        return message_json(message, self._state)
