"""How much of its log a page shows: what everybody reads is counted, a reader's private messages come with it."""

from collections.abc import Sequence

from bot.store.web_messages import WebMessage

_SHARED = 200
READ = 1000
"""Messages to look through: no page shows more, however many of them are private."""


def newest_part(stored: Sequence[WebMessage]) -> Sequence[WebMessage]:
    """The end of the log that a page shows; `stored` is in order, oldest first."""
    shared = [place for place, value in enumerate(stored) if value.only_for is None]
    start = shared[-_SHARED] if len(shared) > _SHARED else 0
    return stored[max(start, len(stored) - READ) :]
