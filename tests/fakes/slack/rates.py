"""Slack's rate limits, off until a test turns them on."""

from collections import defaultdict, deque
from dataclasses import dataclass, field
from math import ceil


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """So many calls in so many seconds."""

    calls: int
    seconds: float


MESSAGES = Limit(calls=3, seconds=3)  # about one a second in a channel, with a short burst
UPDATES = Limit(calls=50, seconds=60)  # a workspace
HISTORY = Limit(calls=1, seconds=60)  # of apps sold outside the marketplace
POSTS = Limit(calls=300, seconds=60)  # a workspace, over all channels
HISTORY_PAGE = 15


@dataclass(kw_only=True)
class Rates:
    """Which limits hold; each `admit` is one call, and `hits` are those that came too soon."""

    messages: bool = False
    posts: bool = False
    updates: bool = False
    history: bool = False
    hits: list[tuple[str, str]] = field(default_factory=list)
    _recent: dict[tuple[str, str], deque[float]] = field(default_factory=lambda: defaultdict(deque))

    def admit(self, method: str, workspace: str, channel: str, now: float) -> int | None:
        """The seconds to wait, or None when the call may pass."""
        if method == "chat.postMessage" and self.posts:
            wait = self._count("posts", workspace, POSTS, now)
            if wait is not None:
                return wait
        if method in {"chat.postMessage", "chat.postEphemeral"} and self.messages:
            return self._count("messages", channel, MESSAGES, now)
        if method == "chat.update" and self.updates:
            return self._count("updates", workspace, UPDATES, now)
        if method in {"conversations.history", "conversations.replies"} and self.history:
            return self._count(method, workspace, HISTORY, now)
        return None

    def _count(self, what: str, of: str, limit: Limit, now: float) -> int | None:
        recent = self._recent[what, of]
        while recent and recent[0] <= now - limit.seconds:
            recent.popleft()
        if len(recent) >= limit.calls:
            self.hits.append((what, of))
            return max(1, ceil(recent[0] + limit.seconds - now))
        recent.append(now)
        return None
