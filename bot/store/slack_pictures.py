"""Which pictures were uploaded to which Slack workspace, and under which file id."""

from sqlalchemy import Connection, delete, select

from bot.store.database import upsert
from bot.store.slack_tables import slack_picture


def uploaded_file(tx: Connection, workspace: str, digest: str) -> str | None:
    """Slack's id of the picture with that content, None if it was not uploaded there."""
    query = select(slack_picture.c.file).where(slack_picture.c.workspace == workspace, slack_picture.c.digest == digest)
    return tx.execute(query).scalar_one_or_none()


def keep_uploaded(tx: Connection, workspace: str, digest: str, file: str) -> None:
    """Remember an upload."""
    upsert(tx, slack_picture, [{"workspace": workspace, "digest": digest, "file": file}])


def forget_uploads(tx: Connection, workspace: str) -> None:
    """The workspace's files are gone with the app, or are not found there any more."""
    tx.execute(delete(slack_picture).where(slack_picture.c.workspace == workspace))
