"""What grading needs to know of postings, for many at once."""

from collections.abc import Collection
from functools import cache

from sqlalchemy import Connection, Select

from bot.core.grading import Gradable
from bot.core.posting import PostingId
from bot.core.question import ChoiceId, TopicId
from bot.store.many import among
from bot.store.postings import Record, as_posting, asked
from bot.store.tables import classroom, posting, question_revision, workspace
from bot.store.workspaces import workspace_key


def gradable_postings(tx: Connection, ids: Collection[PostingId]) -> dict[PostingId, Gradable]:
    """Several postings at once, each with what grading needs; none is taken back until the transaction ends."""
    return {
        PostingId(row.id): Gradable(
            posting=as_posting(row),
            workspace=workspace_key(row.platform, row.external_id),
            key=frozenset(ChoiceId(place) for place in row.key),
            topic=TopicId(row.topic),
        )
        for row in tx.execute(_gradable(tx.dialect.name), {"ids": sorted(ids)}).all()
    }


@cache
def _gradable(dialect: str) -> Select[Record]:
    """Made once, as every query on the way of an answer: making it costs more than running it."""
    return (
        asked()
        .add_columns(question_revision.c.key, question_revision.c.topic, workspace.c.platform, workspace.c.external_id)
        .join(question_revision, posting.c.revision_id == question_revision.c.id)
        .join(classroom, posting.c.classroom_id == classroom.c.id)
        .join(workspace, classroom.c.workspace_id == workspace.c.id)
        .where(among(dialect, posting.c.id, "ids"))
        .with_for_update(read=True, key_share=True, of=posting)
    )
