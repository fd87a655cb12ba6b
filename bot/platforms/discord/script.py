"""Two ways of writing a card's texts: in Discord's Markdown, or as code where escapes would take too much room."""

import functools
from collections.abc import Callable
from dataclasses import dataclass

from bot.cards.markdown import visible
from bot.platforms.discord.escape import code, escaped, fence, one_line
from bot.platforms.discord.markdown import formatted

_LOOKS_LIKE_A_FENCE = "ˋ" * 3
"""Longer text cannot do with zero-width spaces: this is the fallback's own last resort."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """How a plain text of one line is written, and how Markdown is."""

    line: Callable[[str], str]
    prose: Callable[[str], str]

    def strong(self, text: str) -> str:
        """A plain text of one line in bold; code stays as it is, for marks within it would end the bold."""
        told = self.line(text)
        return told if not told or told.startswith("`") else f"**{told}**"


@functools.lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    return escaped(one_line(text))


def _as_code(text: str) -> str:
    """Text that needs escapes as code, which needs none and takes a few characters more than it shows."""
    if escaped(text) == text:
        return text
    if "\n" in text or "`" in text:
        return fence(text.replace("```", _LOOKS_LIKE_A_FENCE))
    return code(text)


FORMATTED = Script(line=_plain, prose=formatted)
VERBATIM = Script(line=lambda text: _as_code(one_line(text)), prose=lambda markdown: _as_code(visible(markdown)))
