"""Reading channels, and opening a direct one."""

from base64 import b64decode, b64encode

from tests.fakes.slack.methods.asked import Asked, Method
from tests.fakes.slack.rates import HISTORY_PAGE
from tests.fakes.slack.refused import Refused
from tests.fakes.slack.shapes.checks import Body
from tests.fakes.slack.shown import Message

PAGE = 100
LONGEST_PAGE = 999


def history(asked: Asked) -> Body:
    """The channel's own messages, newest first; with `oldest` alone the page lies next to it, as in Slack."""
    channel = asked.channel()
    within = [said for said in channel.messages if _within(asked, said)]
    forward = asked.args.has("oldest") and not asked.args.has("latest")
    ordered = within if forward else within[::-1]
    page, cursor = _page(asked, ordered)
    return _told(asked, page[::-1] if forward else page, cursor)


def replies(asked: Asked) -> Body:
    """A thread: its parent, then the replies, the oldest first."""
    channel = asked.channel()
    parent = channel.find(asked.args.needed("ts"))
    if parent is None:
        raise Refused("thread_not_found")
    within = [said for said in channel.thread(parent) if _within(asked, said)]
    page, cursor = _page(asked, [parent, *within])
    return _told(asked, page, cursor)


def _within(asked: Asked, said: Message) -> bool:
    edges = {asked.args.text("oldest"), asked.args.text("latest")}
    if said.ts in edges:
        return asked.args.yes("inclusive")
    oldest, latest = float(asked.args.text("oldest") or 0), float(asked.args.text("latest") or "inf")
    return oldest < float(said.ts) < latest


def _page(asked: Asked, ordered: list[Message]) -> tuple[list[Message], str]:
    limit = asked.args.number("limit", PAGE)
    if limit <= 0 or limit > LONGEST_PAGE:
        raise Refused("invalid_limit")
    limit = min(limit, HISTORY_PAGE) if asked.slack.rates.history else limit
    start = _start(asked.args.text("cursor"))
    more = len(ordered) > start + limit
    return ordered[start : start + limit], b64encode(f"next:{start + limit}".encode()).decode() if more else ""


def _start(cursor: str) -> int:
    try:
        return int(b64decode(cursor).decode().removeprefix("next:")) if cursor else 0
    except ValueError as error:
        raise Refused("invalid_cursor") from error


def _told(asked: Asked, page: list[Message], cursor: str) -> Body:
    metadata = asked.args.yes("include_all_metadata")
    messages = [said.as_dict(metadata=metadata) for said in page]
    answer: Body = {"messages": messages, "has_more": bool(cursor)}
    return answer | ({"response_metadata": {"next_cursor": cursor}} if cursor else {})


def info(asked: Asked) -> Body:
    channel = asked.channel(member=False)
    told: Body = {
        "id": channel.id,
        "name": channel.name,
        "is_channel": not channel.private,
        "is_group": channel.private and channel.direct_with is None,
        "is_im": channel.direct_with is not None,
        "is_private": channel.private,
        "is_archived": channel.archived,
        "is_member": channel.bot,
        "is_ext_shared": False,
    }
    return {"channel": told | ({"user": channel.direct_with} if channel.direct_with else {})}


def open_direct(asked: Asked) -> Body:
    user = asked.user("users")
    if user.id == asked.workspace.bot.id:
        raise Refused("cannot_dm_bot")
    if user.deleted:
        raise Refused("user_disabled")
    return {"channel": {"id": asked.workspace.direct(user).id}}


METHODS = {
    "conversations.history": Method(run=history, scopes=("{kind}:history",)),
    "conversations.replies": Method(run=replies, scopes=("{kind}:history",)),
    "conversations.info": Method(run=info, scopes=("{kind}:read",)),
    "conversations.open": Method(run=open_direct, scopes=("im:write",)),
}
