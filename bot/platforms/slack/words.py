"""What is said beside the blocks: for notifications, for screen readers, and where blocks cannot be."""

import re

from bot.platforms.slack.elements import unseen

LONGEST = 3900
"""chat.update takes 4,000 characters."""
NOTHING = "Nothing to show."
_REST = "\n… (the rest is in the message)"
_HALF_AN_ENTITY = re.compile(r"&\w*$")


def beside(words: str) -> str:
    """The words as a text in which nothing can call anybody, cut where they are too long at a line or a word."""
    text = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if unseen(text):
        return NOTHING
    if len(text) <= LONGEST:
        return text
    head = _HALF_AN_ENTITY.sub("", text[: LONGEST - len(_REST)])
    early = len(head) // 2
    at = max(head.rfind("\n", early), 0) or max(head.rfind(" ", early), 0) or len(head)
    return head[:at].rstrip() + _REST
