"""What Slack needs: installations, states of the OAuth flow, uploaded pictures."""

import sqlalchemy as sa
from alembic import op

import bot.store.columns

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "slack_installation",
        sa.Column("workspace", sa.String(length=128), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("bot_id", sa.String(length=64), nullable=False),
        sa.Column("bot_user", sa.String(length=64), nullable=False),
        sa.Column("installed_by", sa.String(length=64), nullable=False),
        sa.Column("installed_at", bot.store.columns.UtcDateTime(timezone=True), nullable=False),
        sa.Column("ended_at", bot.store.columns.UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("workspace", name=op.f("pk_slack_installation")),
    )
    op.create_table(
        "slack_oauth_state",
        sa.Column("state", sa.String(length=64), nullable=False),
        sa.Column("expires_at", bot.store.columns.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("state", name=op.f("pk_slack_oauth_state")),
    )
    op.create_table(
        "slack_picture",
        sa.Column("workspace", sa.String(length=128), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("file", sa.String(length=64), server_default=sa.text("''"), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "digest", name=op.f("pk_slack_picture")),
    )
