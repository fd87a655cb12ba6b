"""Learners: the persons of a workspace, by the platform's ids."""

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, select

from bot.core.address import Caller, LearnerId, PersonKey
from bot.store.database import is_one_of, upserting
from bot.store.tables import learner
from bot.store.workspaces import find_workspace, workspace_id

Key = tuple[int, str]


def learner_ids(tx: Connection, callers: Iterable[Caller]) -> Mapping[PersonKey, LearnerId]:
    """Everybody's own number, given on first sight; a changed name is kept up to date."""
    latest = {caller.key: caller.name for caller in callers}
    at = {workspace: workspace_id(tx, workspace) for workspace in {key.workspace for key in latest}}
    names = {(at[key.workspace], key.person): name for key, name in latest.items()}
    query = select(learner.c.workspace_id, learner.c.external_id, learner.c.id, learner.c.name)
    stored = tx.execute(query.where(is_one_of(learner.c.workspace_id, learner.c.external_id, names))).all()
    found = {(where, person): LearnerId(own) for where, person, own, name in stored if names[where, person] == name}
    if len(found) < len(names):
        found |= _save(tx, {key: name for key, name in names.items() if key not in found})
    return dict(zip(latest, (found[key] for key in names), strict=True))


def find_learner(tx: Connection, person: PersonKey) -> LearnerId | None:
    """The person's number, None if they never did anything."""
    query = select(learner.c.id).where(
        learner.c.workspace_id == find_workspace(tx, person.workspace), learner.c.external_id == person.person
    )
    found = tx.execute(query).scalar_one_or_none()
    return None if found is None else LearnerId(found)


def _save(tx: Connection, names: Mapping[Key, str]) -> dict[Key, LearnerId]:
    """Write the names of learners, new ones and known ones."""
    rows = [
        {"workspace_id": where, "external_id": person, "name": names[where, person]} for where, person in sorted(names)
    ]
    statement = upserting(tx, learner, rows[0], key=("workspace_id", "external_id"))
    saved = tx.execute(statement.returning(learner.c.workspace_id, learner.c.external_id, learner.c.id), rows)
    return {(where, person): LearnerId(own) for where, person, own in saved.all()}
