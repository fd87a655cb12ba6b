"""What bad input may not do: break anything, answer for others, change what is staff's, show other people's secrets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select

from bot.core.address import PersonKey
from bot.store.tables import answer, audit, classroom, learner, off_day, posting, staff, standing, topic_week, workspace

SECRET = 1_357_924_680
"""The best streak of one learner, which nobody else may read."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """Who a request says sent it, for which posting and where."""

    person: str
    posting: str = ""
    workspace: str = ""


@dataclass(kw_only=True)
class Evidence:
    """What was found; all of it is empty where the bot stands."""

    sent: int = 0
    broken: list[str] = field(default_factory=list)
    stray: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    leaked: list[str] = field(default_factory=list)

    @property
    def found(self) -> list[str]:
        """All of it."""
        return [*self.broken, *self.stray, *self.changed, *self.leaked]


def answers_given(tx: Connection) -> frozenset[tuple[str, str, str]]:
    """Workspace of the posting, posting and person of every stored answer."""
    query = (
        select(workspace.c.external_id, answer.c.posting_id, learner.c.external_id)
        .select_from(answer)
        .join(learner, answer.c.learner_id == learner.c.id)
        .join(classroom, answer.c.classroom_id == classroom.c.id)
        .join(workspace, classroom.c.workspace_id == workspace.c.id)
    )
    return frozenset((at, str(own), who) for at, own, who in tx.execute(query))


def what_is_staffs(tx: Connection) -> Mapping[str, Any]:
    """Everything that only staff may change."""
    tables = (classroom, staff, off_day, topic_week, audit)
    found: dict[str, Any] = {table.name: tuple(map(tuple, tx.execute(select(table)))) for table in tables}
    asked = select(posting.c.id, posting.c.state, posting.c.closed_at).order_by(posting.c.id)
    return found | {"posting": tuple(map(tuple, tx.execute(asked)))}


def give_a_secret(tx: Connection, person: PersonKey) -> None:
    """Give a learner who has answered the best streak of all."""
    own = select(learner.c.id).where(learner.c.external_id == person.person).scalar_subquery()
    done = tx.execute(standing.update().where(standing.c.learner_id == own).values(best=SECRET, streak=SECRET))
    assert done.rowcount
