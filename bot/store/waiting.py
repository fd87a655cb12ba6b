"""What waits in the outbox: what is due, what was let go, and which of it is next."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, not_, or_, select

from bot.core.address import ChannelAddress, Platform, WorkspaceKey
from bot.core.delivery import LEASE, DeliveryId, DeliveryKind, DeliveryState
from bot.core.shares import EDITS, Shares
from bot.store.many import one_of
from bot.store.tables import WAITING, classroom, delivery, workspace

_CARD = delivery.c.kind == DeliveryKind.OPEN.value
_KINDS = {
    DeliveryKind.OPEN: _CARD,
    DeliveryKind.CLOSE: delivery.c.kind.in_(sorted(EDITS)),
    DeliveryKind.REVEAL: delivery.c.kind == DeliveryKind.REVEAL.value,
    DeliveryKind.NOTE: delivery.c.kind == DeliveryKind.NOTE.value,
}
"""What goes for the kind goes for all of that condition."""
_card = delivery.alias("card")
_CARD_IN_DOUBT = (
    select(_card.c.id)
    .where(_card.c.posting_id == delivery.c.posting_id, _card.c.kind == DeliveryKind.OPEN.value)
    .where(
        or_(
            _card.c.state == DeliveryState.SENDING.value,
            and_(_card.c.state == DeliveryState.DUE.value, _card.c.in_doubt),
        )
    )
    .exists()
)
READY = or_(_CARD, not_(_CARD_IN_DOUBT))
"""What follows a card waits until it is known whether that is there, and takes nothing of what it needs itself."""
_WITH_HOME: Select[Any] = (
    select(*delivery.c, workspace.c.platform, workspace.c.external_id, classroom.c.channel)
    .join_from(delivery, classroom)
    .join(workspace)
    .where(WAITING)
    .order_by(delivery.c.failures, _CARD.desc(), delivery.c.due_at, delivery.c.id)
)


def due(now: datetime) -> ColumnElement[bool]:
    """It can be claimed."""
    return and_(delivery.c.state == DeliveryState.DUE.value, delivery.c.due_at <= now, READY)


def lapsed(now: datetime) -> ColumnElement[bool]:
    """Whoever claimed it seems to have let it go."""
    held = delivery.c.lease_until
    return and_(delivery.c.state == DeliveryState.SENDING.value, or_(held <= now, held > now + 2 * LEASE))


def within(platform: Platform, busy: Collection[DeliveryId]) -> Select[tuple[int]]:
    """The ids of what waits on a platform and is not under way here."""
    home = select(classroom.c.id).join(workspace).where(classroom.c.id == delivery.c.classroom_id)
    here = home.where(workspace.c.platform == platform.value).exists()
    return select(delivery.c.id).where(WAITING, here, delivery.c.id.not_in(sorted(busy)))


def next_due(tx: Connection, now: datetime, shares: Shares, busy: Collection[DeliveryId]) -> Sequence[Row[Any]]:
    """What failed least, of that cards first and then the longest due, if it may be taken; locked, with its home."""
    here = workspace.c.platform == shares.platform.value
    wanted = or_(*(and_(of_kind, *_free(tx.dialect.name, shares, kind)) for kind, of_kind in _KINDS.items()))
    query = _WITH_HOME.where(here, delivery.c.id.not_in(sorted(busy)), due(now), wanted)
    query = query.limit(shares.left).with_for_update(skip_locked=True, key_share=True, of=delivery)
    return tx.execute(query).all()


def home_of(row: Row[Any]) -> ChannelAddress:
    """The channel of what `next_due` found."""
    there = WorkspaceKey(platform=Platform(row.platform), external_id=row.external_id)
    return ChannelAddress(workspace=there, channel=row.channel)


def _free(dialect: str, shares: Shares, kind: DeliveryKind) -> list[ColumnElement[bool]]:
    """Nothing of workspaces and in channels that may have no more of that kind now."""
    only, name = shares.named_only(kind), workspace.c.external_id
    here = not_(one_of(dialect, name, shares.full_for(kind))) if only is None else one_of(dialect, name, only)
    return [here, not_(one_of(dialect, classroom.c.channel, shares.full_channels(kind)))]
