"""How people, places and messages are written in JSON."""

from typing import Any

from tests.fakes.discord.state import Channel, ChannelKind, Guild, Json, Member, Message, Role, State, User


def user_json(user: User) -> Json:
    return {
        "id": str(user.id),
        "username": user.name,
        "global_name": None if user.bot else user.name.capitalize(),
        "discriminator": "0",
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def role_json(role: Role, place: int) -> Json:
    nothing: Json = dict.fromkeys(("icon", "unicode_emoji"))
    return nothing | {
        "id": str(role.id),
        "name": role.name,
        "permissions": str(role.permissions),
        "position": place,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.managed,
        "mentionable": True,
        "flags": 0,
    }


def roles_json(guild: Guild) -> list[Json]:
    return [role_json(role, place) for place, role in enumerate(guild.roles)]


def member_json(member: Member) -> Json:
    nothing: Json = dict.fromkeys(("avatar", "banner", "communication_disabled_until", "premium_since"))
    return nothing | {
        "user": user_json(member.user),
        "nick": member.nick,
        "roles": [str(role.id) for role in member.roles],
        "joined_at": member.joined_at.isoformat(),
        "flags": 0,
        "pending": False,
        "mute": False,
        "deaf": False,
    }


def channel_json(channel: Channel, state: State) -> Json:
    """A channel of any kind; what the bot lacks is written as a denial for it."""
    last = max(channel.messages, default=None)
    written: Json = {
        "id": str(channel.id),
        "type": int(channel.kind),
        "flags": 0,
        "last_message_id": None if last is None else str(last),
    }
    if channel.guild is None:
        assert channel.recipient is not None
        return written | {"recipients": [user_json(channel.recipient)]}
    written |= {
        "guild_id": str(channel.guild.id),
        "name": channel.name,
        "parent_id": str(channel.parent.id) if channel.parent else None,
        "rate_limit_per_user": 0,
    }
    if channel.kind is ChannelKind.THREAD:
        return written | thread_json(channel, state)
    denial = {"id": str(state.bot.id), "type": 1, "allow": "0", "deny": str(channel.denied)}
    return written | {
        "position": channel.guild.channels.index(channel) if channel in channel.guild.channels else 0,
        "permission_overwrites": [denial] if channel.denied else [],
        "nsfw": False,
        "topic": None,
    }


def thread_json(thread: Channel, state: State) -> Json:
    """What a thread has beside the rest."""
    count = sum(message.id != thread.id for message in thread.messages.values())
    return {
        "owner_id": str(state.bot.id),
        "message_count": count,
        "total_message_sent": count,
        "member_count": 1,
        "thread_metadata": {
            "archived": thread.archived,
            "locked": thread.locked,
            "auto_archive_duration": thread.auto_archive,
            "archive_timestamp": thread.created_at.isoformat(),
            "create_timestamp": thread.created_at.isoformat(),
        },
    }


ABSENT = (
    "icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id", "afk_channel_id",
    "widget_channel_id", "max_presences", "vanity_url_code", "rules_channel_id", "safety_alerts_channel_id",
    "public_updates_channel_id", "incidents_data",
)  # fmt: skip
ZERO = (
    "system_channel_flags", "verification_level", "default_message_notifications", "mfa_level",
    "explicit_content_filter", "premium_tier", "premium_subscription_count", "nsfw_level",
)  # fmt: skip


def guild_json(guild: Guild) -> Json:
    """A guild as REST gives it, without its channels."""
    absent: Json = dict.fromkeys(ABSENT)
    return (
        absent
        | dict.fromkeys(ZERO, 0)
        | {
            "id": str(guild.id),
            "name": guild.name,
            "owner_id": str(guild.owner.id),
            "system_channel_id": str(guild.system_channel.id) if guild.system_channel else None,
            "roles": roles_json(guild),
            "region": "deprecated",
            "preferred_locale": "en-US",
            "features": [],
            "emojis": [],
            "stickers": [],
            "afk_timeout": 300,
            "widget_enabled": False,
            "nsfw": False,
            "premium_progress_bar_enabled": False,
            "max_members": 500000,
            "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25,
        }
    )


def guild_create_json(guild: Guild, state: State) -> Json:
    """A guild as the gateway gives it: with its channels, its open threads and the bot as a member."""
    there = [channel for channel in guild.channels if not channel.deleted]
    threads = [channel for channel in there if channel.kind is ChannelKind.THREAD]
    me = guild.members.get(state.bot.id)
    return guild_json(guild) | {
        "joined_at": guild.created_at.isoformat(),
        "large": False,
        "member_count": len(guild.members),
        "members": [member_json(me)] if me else [],
        "channels": [channel_json(each, state) for each in there if each not in threads],
        "threads": [channel_json(each, state) for each in threads if not each.archived],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def message_json(message: Message, state: State, *, deep: bool = True) -> Json:
    """A message as the API gives it; `deep` also writes what it replies to."""
    written: Json = {
        "id": str(message.id),
        "channel_id": str(message.channel.id),
        "type": 19 if message.reference else 0,
        "author": user_json(message.author),
        "content": message.content,
        "embeds": message.embeds,
        "components": message.components,
        "attachments": message.attachments,
        "flags": message.flags,
        "timestamp": message.sent_at.isoformat(),
        "edited_timestamp": message.edited_at.isoformat() if message.edited_at else None,
        "mentions": [user_json(user) for user in message.mentions],
        "mention_roles": [],
        "mention_everyone": "@everyone" in message.pings,
        "pinned": False,
        "tts": False,
    }
    written |= optional(message, state)
    if message.reference and deep:
        replied = message.channel.messages.get(int(message.reference["message_id"]))
        written["referenced_message"] = message_json(replied, state, deep=False) if replied else None
    return written


def optional(message: Message, state: State) -> Json:
    """What only some messages have."""
    told: dict[str, Any] = {
        "nonce": message.nonce,
        "message_reference": message.reference,
        "interaction_metadata": message.metadata,
        "thread": channel_json(message.thread, state) if message.thread else None,
        "application_id": str(state.application_id) if message.author is state.bot else None,
        "webhook_id": str(state.application_id) if message.metadata else None,
    }
    return {name: value for name, value in told.items() if value is not None}


def application_json(state: State) -> Json:
    """The bot's own application."""
    nothing: Json = dict.fromkeys(
        ("icon", "type", "interactions_endpoint_url", "role_connections_verification_url", "team")
    )
    counts = ("flags", "approximate_guild_count", "approximate_user_install_count", "explicit_content_filter")
    return nothing | dict.fromkeys((*counts, "approximate_user_authorization_count"), 0) | {
        "id": str(state.application_id),
        "name": state.bot.name,
        "description": "",
        "bot": user_json(state.bot),
        "owner": user_json(state.owner),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags_new": "0",
        "redirect_uris": [],
        "eligible_oauth2_scopes": [],
    }  # fmt: skip
