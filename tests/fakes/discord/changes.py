"""What admins and Discord itself do to places while the bot is there; the bot hears of each."""

from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.payloads import channel_json, guild_create_json
from tests.fakes.discord.state import Channel, ChannelKind, Guild, Member, Message, State, bits


class Changes:
    """Permissions, archives, goodbyes and outages."""

    def __init__(self, state: State, gateway: Gateway) -> None:
        self._state = state
        self._gateway = gateway

    async def forbid(self, channel: Channel, *permissions: str) -> None:
        """Take permissions from the bot in one channel."""
        channel.denied |= bits(permissions)
        await self._tell(channel, "UPDATE")

    async def permit(self, channel: Channel, *permissions: str) -> None:
        """Give them back."""
        channel.denied &= ~bits(permissions)
        await self._tell(channel, "UPDATE")

    async def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Put a thread away, perhaps for good."""
        thread.archived, thread.locked = True, locked
        await self._tell(thread, "UPDATE")

    async def delete(self, channel: Channel) -> None:
        """A channel or thread is gone, and the threads of a channel with it."""
        assert channel.guild is not None
        for each in [each for each in channel.guild.channels if channel in (each, each.parent)]:
            each.deleted = True
            self._state.channels.pop(each.id)
        await self._tell(channel, "DELETE")

    def delete_message(self, message: Message) -> None:
        """A moderator removes a message."""
        message.deleted = True
        message.channel.messages.pop(message.id, None)

    async def remove_bot(self, guild: Guild) -> None:
        """The bot is thrown out."""
        guild.members.pop(self._state.bot.id)
        await self._gateway.tell("GUILD_DELETE", {"id": str(guild.id)}, guild)

    async def invite_bot(self, guild: Guild) -> None:
        """The bot is let in."""
        bot = self._state.bot
        guild.members[bot.id] = Member(user=bot, roles=[], joined_at=self._state.now)
        await self._gateway.tell("GUILD_CREATE", guild_create_json(guild, self._state), guild)

    async def outage(self, guild: Guild) -> None:
        """Discord loses sight of a guild; nobody was thrown out."""
        guild.available = False
        await self._gateway.tell("GUILD_DELETE", {"id": str(guild.id), "unavailable": True}, guild)

    async def recover(self, guild: Guild) -> None:
        """The outage is over."""
        guild.available = True
        written = guild_create_json(guild, self._state) | {"unavailable": False}
        await self._gateway.tell("GUILD_CREATE", written, guild)

    async def _tell(self, channel: Channel, what: str) -> None:
        kind = "THREAD" if channel.kind is ChannelKind.THREAD else "CHANNEL"
        await self._gateway.tell(f"{kind}_{what}", channel_json(channel, self._state), channel.guild)
