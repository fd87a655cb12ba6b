"""How the gateway tells the bot that somebody did something."""

from tests.fakes.discord.interaction import Interaction
from tests.fakes.discord.payloads import channel_json, member_json, message_json, user_json
from tests.fakes.discord.state import Json, State


def interaction_json(made: Interaction, data: Json, state: State) -> Json:
    """The event as the gateway sends it."""
    channel, guild = made.channel, made.channel.guild
    payload: Json = {
        "id": str(made.id),
        "application_id": str(state.application_id),
        "type": int(made.kind),
        "token": made.token,
        "version": 1,
        "data": data,
        "channel_id": str(channel.id),
        "channel": channel_json(channel, state),
        "app_permissions": str(channel.permissions(state.bot, bot=True)),
        "locale": "en-US",
        "entitlements": [],
        "attachment_size_limit": 10 * 1024 * 1024,
        "authorizing_integration_owners": {"0": str(guild.id if guild else 0)},
        "context": 0 if guild else 1,
    }
    if made.source is not None:
        payload["message"] = message_json(made.source, state)
    if guild is None:
        return payload | {"user": user_json(made.user)}
    permissions = str(channel.permissions(made.user))
    payload["channel"]["permissions"] = permissions
    return payload | {
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "member": member_json(guild.members[made.user.id]) | {"permissions": permissions},
    }
