"""What waits in the outbox: what is due, what was let go, and which of it is next."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Row, Select, and_, false, not_, or_, select

from bot.core.address import ChannelAddress, Platform, WorkspaceKey
from bot.core.delivery import LEASE, DeliveryId, DeliveryKind, DeliveryState
from bot.core.shares import EDITS, Shares
from bot.store.many import one_of
from bot.store.tables import WAITING, classroom, delivery, workspace

_EDIT = delivery.c.kind.in_(sorted(EDITS))
_CARD = delivery.c.kind == DeliveryKind.OPEN.value
Kinds = Mapping[DeliveryKind, ColumnElement[bool]]
"""What is looked for together: what goes for the kind goes for all of that condition."""
_WITH_HOME: Select[Any] = (
    select(*delivery.c, workspace.c.platform, workspace.c.external_id, classroom.c.channel)
    .join_from(delivery, classroom)
    .join(workspace)
    .where(WAITING)
    .order_by(delivery.c.due_at, delivery.c.id)
)
CARDS: Kinds = {DeliveryKind.OPEN: _CARD}
OTHERS: Kinds = {
    DeliveryKind.CLOSE: _EDIT,
    DeliveryKind.REVEAL: delivery.c.kind == DeliveryKind.REVEAL.value,
    DeliveryKind.NOTE: delivery.c.kind == DeliveryKind.NOTE.value,
}


def due(now: datetime) -> ColumnElement[bool]:
    """It can be claimed."""
    return and_(delivery.c.state == DeliveryState.DUE.value, delivery.c.due_at <= now)


def lapsed(now: datetime) -> ColumnElement[bool]:
    """Whoever claimed it seems to have let it go."""
    held = delivery.c.lease_until
    return and_(delivery.c.state == DeliveryState.SENDING.value, or_(held <= now, held > now + 2 * LEASE))


def within(platforms: Collection[Platform], busy: Collection[DeliveryId]) -> Select[tuple[int]]:
    """The ids of what waits on these platforms and is not under way here."""
    names = [platform.value for platform in platforms]
    home = select(classroom.c.id).join(workspace).where(classroom.c.id == delivery.c.classroom_id)
    here = home.where(workspace.c.platform.in_(names)).exists()
    return select(delivery.c.id).where(WAITING, here, delivery.c.id.not_in(sorted(busy)))


def next_due(
    tx: Connection, now: datetime, kinds: Kinds, shares: Shares, busy: Collection[DeliveryId]
) -> Sequence[Row[Any]]:
    """The longest due of these kinds, where any of it may still be taken, locked; each knows its home."""
    here = workspace.c.platform.in_([platform.value for platform in shares.platforms])
    wanted = or_(*(and_(of_kind, *_free(tx.dialect.name, shares, kind)) for kind, of_kind in kinds.items()))
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
    here = not_(_any_of(dialect, name, shares.full_for(kind))) if only is None else _any_of(dialect, name, only)
    return [here, not_(_any_of(dialect, classroom.c.channel, shares.full_channels(kind)))]


def _any_of(dialect: str, column: Column[str], those: Collection[tuple[Platform, str]]) -> ColumnElement[bool]:
    """Whether it is one of those, by the names that its platform has for them."""
    names = defaultdict(list)
    for platform, name in those:
        names[platform].append(name)
    on = (and_(workspace.c.platform == each.value, one_of(dialect, column, own)) for each, own in names.items())
    return or_(false(), *on)
