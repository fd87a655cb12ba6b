"""What the bot must be allowed to do on a server and in a channel."""

from collections.abc import Sequence

import discord

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""Permissions by the library's names, and as people know them."""
ASKED_FOR = discord.Permissions(**dict.fromkeys(NEEDED, True), mention_everyone=True)
"""What an invitation asks for; the last is for the role that a classroom may have mentioned."""


def lacking(held: discord.Permissions) -> Sequence[str]:
    """What the bot needs and does not have."""
    return [shown for name, shown in NEEDED.items() if not getattr(held, name)]
