"""What waits in the outbox: what is due, what was let go, and which of it is next."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, not_, or_, select, tuple_

from bot.core.address import Platform, WorkspaceKey
from bot.core.delivery import LEASE, DeliveryId, DeliveryKind, DeliveryState
from bot.core.shares import EDITS, Shares
from bot.store.tables import WAITING, classroom, delivery, workspace

_EDIT = delivery.c.kind.in_(sorted(EDITS))
_WITH_HOME: Select[Any] = (
    select(*delivery.c, workspace.c.platform, workspace.c.external_id)
    .join_from(delivery, classroom)
    .join(workspace)
    .where(WAITING)
    .order_by(delivery.c.due_at, delivery.c.id)
)
CARDS = delivery.c.kind == DeliveryKind.OPEN.value
OTHERS = delivery.c.kind != DeliveryKind.OPEN.value


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
    tx: Connection, now: datetime, kinds: ColumnElement[bool], shares: Shares, busy: Collection[DeliveryId]
) -> Sequence[Row[Any]]:
    """The longest due of these kinds, where any of it may still be taken, locked; each knows its home."""
    here = workspace.c.platform.in_([platform.value for platform in shares.platforms])
    query = _WITH_HOME.where(here, delivery.c.id.not_in(sorted(busy)), due(now), kinds, *_not_full(shares))
    query = query.limit(shares.left).with_for_update(skip_locked=True, key_share=True, of=delivery)
    return tx.execute(query).all()


def home_of(row: Row[Any]) -> WorkspaceKey:
    """The workspace of what `next_due` found."""
    return WorkspaceKey(platform=Platform(row.platform), external_id=row.external_id)


def _not_full(shares: Shares) -> list[ColumnElement[bool]]:
    """Nothing of workspaces that may have no more of its kind now."""
    home = tuple_(workspace.c.platform, workspace.c.external_id)
    kinds = ((_EDIT, DeliveryKind.CLOSE), (not_(_EDIT), DeliveryKind.OPEN))
    full = ((of_kind, shares.full_for(kind)) for of_kind, kind in kinds)
    return [
        not_(and_(of_kind, home.in_([(each.platform.value, each.external_id) for each in workspaces])))
        for of_kind, workspaces in full
        if workspaces
    ]
