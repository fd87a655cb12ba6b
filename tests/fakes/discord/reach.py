"""What the bot can get at, and how it is refused what it cannot."""

from tests.fakes.discord.refusals import Refusal, Refused
from tests.fakes.discord.state import Channel, ChannelKind, Guild, Message, State, bits


def reach_guild(state: State, number: int) -> Guild:
    """A guild that the bot is in."""
    guild = state.guilds.get(number)
    if guild is None or state.bot.id not in guild.members:
        raise Refusal.UNKNOWN_GUILD.error()
    if not guild.available:
        raise Refused(503, 0, "503: Service Unavailable")
    return guild


def reach(state: State, number: int, *needs: str) -> Channel:
    """A channel that the bot can see and in which it may do what is named."""
    channel = state.channels.get(number)
    if channel is None or channel.deleted:
        raise Refusal.UNKNOWN_CHANNEL.error()
    if channel.guild is None:
        return channel
    if state.bot.id not in channel.guild.members:
        raise Refusal.MISSING_ACCESS.error()
    reach_guild(state, channel.guild.id)
    held = channel.permissions(state.bot, bot=True)
    if not held & bits(["view_channel"]):
        raise Refusal.MISSING_ACCESS.error()
    if bits(needs) & ~held:
        raise Refusal.MISSING_PERMISSIONS.error()
    return channel


def reach_to_write(state: State, number: int, *needs: str) -> Channel:
    """A channel to write into: threads have their own permission and may be locked, people their own mind."""
    channel = reach(state, number)
    thread = channel.kind is ChannelKind.THREAD
    reach(state, number, "send_messages_in_threads" if thread else "send_messages", *needs)
    if thread and channel.locked and not channel.permissions(state.bot, bot=True) & bits(["manage_threads"]):
        raise Refusal.LOCKED_THREAD.error()
    if channel.recipient is not None and not reaches(state, channel):
        raise Refusal.DMS_CLOSED.error()
    return channel


def reaches(state: State, direct: Channel) -> bool:
    """Whether somebody takes direct messages of the bot: they let it, and share a guild with it."""
    person = direct.recipient
    assert person is not None
    shared = any({person.id, state.bot.id} <= guild.members.keys() for guild in state.guilds.values())
    return person.dms_open and shared


def find(channel: Channel, number: int) -> Message:
    """A message that stands in the channel for all."""
    message = channel.messages.get(number)
    if message is None or message.only_for is not None:
        raise Refusal.UNKNOWN_MESSAGE.error()
    return message
