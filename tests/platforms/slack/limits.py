"""What Slack would refuse of a message or a view, as the Slack on loopback reads it."""

import re
from typing import Any

from bot.platforms.slack.render import Message
from tests.fakes.slack.reading import pings
from tests.fakes.slack.shapes.blocks import Surface, flaws, letters, too_long
from tests.fakes.slack.shapes.views import too_large, view_flaws

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")

__all__ = ["letters", "refused", "refused_view"]


def refused(message: Message) -> list[str]:
    """Everything about a message: its blocks, their text together, and the words beside them."""
    found = [str(flaw) for flaw in flaws(message.blocks, Surface.MESSAGE)]
    found += [] if message.blocks else ["no blocks"]
    found += ["msg_blocks_too_long"] if too_long(message.blocks) else []
    found += ["text"] if not 0 < len(message.text) <= 4_000 or CONTROL.search(message.text) else []
    return found + (["text pings"] if pings(message.text, []) else [])


def refused_view(view: dict[str, Any]) -> list[str]:
    """Everything about a Home tab or a modal."""
    return [*map(str, view_flaws(view)), *(["too large"] if too_large(view) else [])]
