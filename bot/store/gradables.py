"""What grading needs to know of postings, for many at once."""

from collections.abc import Collection
from functools import cache, lru_cache, partial

from sqlalchemy import Connection, Row, Select

from bot.core.asking import AskedQuestion
from bot.core.grading import Gradable
from bot.core.posting import Posting, PostingId
from bot.core.question import TopicId
from bot.store.many import among
from bot.store.postings import Record, as_posting, asked
from bot.store.revisions import as_told, telling
from bot.store.tables import classroom, posting, question_revision, workspace
from bot.store.workspaces import workspace_key


def gradable_postings(tx: Connection, ids: Collection[PostingId]) -> dict[PostingId, Gradable]:
    """Several postings at once, each with what grading needs; none is taken back until the transaction ends."""
    rows = tx.execute(_gradable(tx.dialect.name), {"ids": sorted(ids)}).all()
    return {PostingId(row.id): _in_row(row) for row in rows}


@lru_cache(maxsize=512)
def _in_row(row: Row[Record]) -> Gradable:
    """What a row tells, kept by all that it tells: from one click on a card to the next it hardly ever changes."""
    posting = as_posting(row)
    return Gradable(
        posting=posting,
        workspace=workspace_key(row.platform, row.external_id),
        key=frozenset(row.key),
        topic=TopicId(row.topic),
        asked=cache(partial(_asked, posting, row)),
    )


def _asked(posting: Posting, row: Row[Record]) -> AskedQuestion:
    question, topic, traps = as_told(row)
    return AskedQuestion(posting=posting, question=question, topic=topic, traps=traps)


@cache
def _gradable(dialect: str) -> Select[Record]:
    """Made once, as every query on the way of an answer: making it costs more than running it."""
    query = (
        asked()
        .add_columns(question_revision.c.key, workspace.c.platform, workspace.c.external_id)
        .join(question_revision, posting.c.revision_id == question_revision.c.id)
        .join(classroom, posting.c.classroom_id == classroom.c.id)
        .join(workspace, classroom.c.workspace_id == workspace.c.id)
        .where(among(dialect, posting.c.id, "ids"))
    )
    return telling(dialect, query).with_for_update(read=True, key_share=True, of=posting)
