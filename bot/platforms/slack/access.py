"""Whether the bot can post where a classroom is set up, and what to say where it cannot."""

from bot.cards.blocks import Card, Form, Note, Tone
from bot.commands.command import Command
from bot.core.address import ChannelAddress
from bot.core.errors import TutorError
from bot.platforms.slack.calls import Calls
from bot.platforms.slack.people import channel_in
from bot.port import DeliveryFailed, Refused

_NEED_CHANNEL = frozenset({"setup"})
_NEED_ACCESS = frozenset({"setup", "resume", "move"})
_DIRECT = "D"
_LET_ME_IN = "I am not in that channel yet, so no question can come: type /invite @Trapwise there."


class Access:
    """Looks into the channels of classrooms."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def require_channel(self, there: ChannelAddress, command: Command) -> None:
        """Refuse a classroom in a conversation of two.

        Raises:
            TutorError: that is where it was asked for.
        """
        if command.name in _NEED_CHANNEL and there.channel.startswith(_DIRECT):
            raise TutorError("A classroom lives in a channel: type /classroom setup in one.")

    async def with_a_word(self, said: Card | Form, there: ChannelAddress, command: Command, line: str) -> Card | Form:
        """After a change that needs a channel which the bot is not in, how to let it in: else no question can come."""
        if isinstance(said, Form) or command.name not in _NEED_ACCESS:
            return said
        channel = (channel_in(line) or there.channel) if command.name == "move" else there.channel
        try:
            await self._calls.call(there.workspace, "conversations.history", channel=channel, limit=1)
        except Refused as error:
            return (*said, Note(text=_LET_ME_IN, tone=Tone.BAD)) if error.gone else said
        except DeliveryFailed:
            return said
        return said
