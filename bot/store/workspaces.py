"""Workspaces, and who is on the staff of each."""

from sqlalchemy import Connection, Select, delete, select

from bot.core.address import PersonKey, Platform, WorkspaceKey
from bot.store.database import insert
from bot.store.tables import staff, workspace


def workspace_id(tx: Connection, key: WorkspaceKey) -> int:
    """The workspace's own number, given on first sight."""
    found = find_workspace(tx, key)
    if found is not None:
        return found
    values = {"platform": key.platform.value, "external_id": key.external_id}
    tx.execute(insert(tx, workspace).values(values).on_conflict_do_nothing())
    return tx.execute(_by_key(key)).scalar_one()


def find_workspace(tx: Connection, key: WorkspaceKey) -> int | None:
    """The workspace's number, None if it was never seen."""
    return tx.execute(_by_key(key)).scalar_one_or_none()


def workspace_key(platform: str, external_id: str) -> WorkspaceKey:
    """The key that two stored columns make."""
    return WorkspaceKey(platform=Platform(platform), external_id=external_id)


def is_staff(tx: Connection, person: PersonKey) -> bool:
    """Whether the person was put on the staff list of their workspace."""
    at = find_workspace(tx, person.workspace)
    query = select(staff.c.person).where(staff.c.workspace_id == at, staff.c.person == person.person)
    return tx.execute(query).first() is not None


def staff_of(tx: Connection, key: WorkspaceKey) -> tuple[str, ...]:
    """The platform's ids of everybody on the staff list, sorted."""
    query = select(staff.c.person).where(staff.c.workspace_id == find_workspace(tx, key)).order_by(staff.c.person)
    return tuple(tx.execute(query).scalars())


def add_staff(tx: Connection, person: PersonKey, *, by: str) -> None:
    """Put a person on the list; nothing happens if they are on it."""
    values = {"workspace_id": workspace_id(tx, person.workspace), "person": person.person, "added_by": by}
    tx.execute(insert(tx, staff).values(values).on_conflict_do_nothing())


def remove_staff(tx: Connection, person: PersonKey) -> bool:
    """Take a person off the list; False if they were not on it."""
    at = find_workspace(tx, person.workspace)
    done = tx.execute(delete(staff).where(staff.c.workspace_id == at, staff.c.person == person.person))
    return done.rowcount > 0


def _by_key(key: WorkspaceKey) -> Select[int]:
    return select(workspace.c.id).where(
        workspace.c.platform == key.platform.value, workspace.c.external_id == key.external_id
    )
