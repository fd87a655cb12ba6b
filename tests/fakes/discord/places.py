"""Making places and people, before the bot connects or while it is there."""

from datetime import timedelta

from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.payloads import channel_json, guild_create_json, role_json
from tests.fakes.discord.state import ORDINARY, Channel, ChannelKind, Guild, Member, Role, State, User, bits


class Places:
    """A guild has the bot in it from the start unless said otherwise."""

    def __init__(self, state: State, gateway: Gateway) -> None:
        self._state = state
        self._gateway = gateway

    def user(self, name: str) -> User:
        """Somebody who is in no guild."""
        made = User(id=self._state.ids.new(), name=name)
        self._state.users[made.id] = made
        return made

    async def guild(self, name: str = "Exam club", *, bot: bool = True) -> Guild:
        """A guild with an owner, ordinary permissions for all, and a system channel; shards get guilds by turns."""
        state = self._state
        owner = self.user(f"{name} owner")
        apart = timedelta(milliseconds=len(state.guilds))
        made = Guild(id=state.ids.at(state.now - apart), name=name, owner=owner, created_at=state.now)
        made.roles.append(Role(id=made.id, name="@everyone", permissions=bits(ORDINARY)))
        state.guilds[made.id] = made
        self.join(owner, made)
        made.system_channel = state.add_channel(ChannelKind.TEXT, "general", guild=made)
        if bot:
            self.join(state.bot, made)
            await self._gateway.tell("GUILD_CREATE", guild_create_json(made, state), made)
        return made

    async def channel(self, guild: Guild, name: str) -> Channel:
        """A text channel."""
        made = self._state.add_channel(ChannelKind.TEXT, name, guild=guild)
        await self._gateway.tell("CHANNEL_CREATE", channel_json(made, self._state), guild)
        return made

    async def role(self, guild: Guild, name: str, *permissions: str) -> Role:
        """A role with the named permissions."""
        made = Role(id=self._state.ids.new(), name=name, permissions=bits(permissions))
        guild.roles.append(made)
        written = {"guild_id": str(guild.id), "role": role_json(made, len(guild.roles) - 1)}
        await self._gateway.tell("GUILD_ROLE_CREATE", written, guild)
        return made

    async def member(self, guild: Guild, name: str, *permissions: str) -> User:
        """Somebody new in a guild; with permissions they get a role of their own."""
        user = self.user(name)
        member = self.join(user, guild)
        if permissions:
            member.roles.append(await self.role(guild, f"{name}'s role", *permissions))
        return user

    def join(self, user: User, guild: Guild) -> Member:
        """Somebody who is known already comes into another guild."""
        made = Member(user=user, roles=[], joined_at=self._state.now)
        guild.members[user.id] = made
        return made
