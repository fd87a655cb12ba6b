"""Learners: the persons of a workspace, by the platform's ids."""

from collections.abc import Iterable, Mapping
from functools import cache
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Select, bindparam, select

from bot.core.address import Caller, LearnerId, PersonKey, WorkspaceKey
from bot.store.database import upserting
from bot.store.many import among
from bot.store.tables import learner, workspace
from bot.store.workspaces import find_workspace, workspace_id


def learner_ids(tx: Connection, callers: Iterable[Caller]) -> Mapping[PersonKey, LearnerId]:
    """Everybody's own number, given on first sight; a changed name is kept up to date."""
    latest = {caller.key: caller.name for caller in callers}
    found = {key: own for key, (own, name) in _stored(tx, latest).items() if name == latest[key]}
    missing = {key: name for key, name in latest.items() if key not in found}
    return found | _save(tx, missing) if missing else found


def find_learner(tx: Connection, person: PersonKey) -> LearnerId | None:
    """The person's number, None if they never did anything."""
    query = select(learner.c.id).where(
        learner.c.workspace_id == find_workspace(tx, person.workspace), learner.c.external_id == person.person
    )
    found = tx.execute(query).scalar_one_or_none()
    return None if found is None else LearnerId(found)


def _stored(tx: Connection, keys: Iterable[PersonKey]) -> dict[PersonKey, tuple[LearnerId, str]]:
    """Who of them is known, with number and name."""
    persons: dict[WorkspaceKey, list[str]] = {}
    for key in keys:
        persons.setdefault(key.workspace, []).append(key.person)
    known: dict[PersonKey, tuple[LearnerId, str]] = {}
    for at, wanted in persons.items():
        given = {"platform": at.platform.value, "workspace": at.external_id, "persons": wanted}
        found = tx.execute(_known(tx.dialect.name), given).all()
        known |= {PersonKey(workspace=at, person=person): (LearnerId(own), name) for person, own, name in found}
    return known


@cache
def _known(dialect: str) -> Select[Any]:
    return (
        select(learner.c.external_id, learner.c.id, learner.c.name)
        .join(workspace, learner.c.workspace_id == workspace.c.id)
        .where(
            workspace.c.platform == bindparam("platform"),
            workspace.c.external_id == bindparam("workspace"),
            among(dialect, learner.c.external_id, "persons"),
        )
    )


def _save(tx: Connection, names: Mapping[PersonKey, str]) -> dict[PersonKey, LearnerId]:
    """Write the names of learners, new ones and known ones."""
    numbers = {at: workspace_id(tx, at) for at in {key.workspace for key in names}}
    by_number = {number: at for at, number in numbers.items()}
    rows = sorted(
        (
            {"workspace_id": numbers[key.workspace], "external_id": key.person, "name": name}
            for key, name in names.items()
        ),
        key=itemgetter("workspace_id", "external_id"),
    )
    statement = upserting(tx, learner, rows[0], key=("workspace_id", "external_id"))
    saved = tx.execute(statement.returning(learner.c.workspace_id, learner.c.external_id, learner.c.id), rows)
    return {PersonKey(workspace=by_number[where], person=person): LearnerId(own) for where, person, own in saved.all()}
