"""The messages of the built-in chat page: what a real platform keeps for itself."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, func, or_, select, update

from bot.store.database import insert
from bot.store.tables import web_message


@dataclass(frozen=True, slots=True, kw_only=True)
class WebMessage:
    """One message of the page; `only_for` names the person who alone sees it; `id` 0 means not stored yet."""

    id: int = 0
    channel: str
    key: str
    sender: str
    html: str
    at: datetime
    thread_of: int | None = None
    only_for: str | None = None


def add_web_message(tx: Connection, value: WebMessage) -> WebMessage:
    """Store a message and return it with its number."""
    values = {
        "channel": value.channel,
        "key": value.key,
        "sender": value.sender,
        "html": value.html,
        "at": value.at,
        "thread_of": value.thread_of,
        "only_for": value.only_for,
    }
    new = tx.execute(insert(tx, web_message).values(values).returning(web_message.c.id)).scalar_one()
    return replace(value, id=int(new))


def edit_web_message(tx: Connection, which: int, html: str) -> WebMessage | None:
    """Replace a message's content; None if there is no such message."""
    tx.execute(update(web_message).where(web_message.c.id == which).values(html=html))
    return next(iter(_load(tx, web_message.c.id == which)), None)


def web_message_with_key(tx: Connection, key: str, since: datetime) -> WebMessage | None:
    """The message that carries the key, written at that moment or later."""
    return next(iter(_load(tx, web_message.c.key == key, web_message.c.at >= since)), None)


def web_messages_for(tx: Connection, channel: str, person: str, most: int) -> list[WebMessage]:
    """The newest messages of a channel that the person may see, and their direct ones, oldest first."""
    here = web_message.c.channel.in_((channel, "")) & or_(
        web_message.c.only_for.is_(None), web_message.c.only_for == person
    )
    newest = select(web_message.c.id).where(here).order_by(web_message.c.id.desc()).limit(most)
    return _load(tx, web_message.c.id.in_(newest))


def newest_moment(tx: Connection) -> datetime | None:
    """When the last message was written."""
    newest: datetime | None = tx.execute(select(func.max(web_message.c.at))).scalar_one()
    return newest


def _load(tx: Connection, *where: ColumnElement[bool]) -> list[WebMessage]:
    rows = tx.execute(select(web_message).where(*where).order_by(web_message.c.id))
    return [
        WebMessage(
            id=row.id,
            channel=row.channel,
            key=row.key,
            sender=row.sender,
            html=row.html,
            at=row.at,
            thread_of=row.thread_of,
            only_for=row.only_for,
        )
        for row in rows
    ]
