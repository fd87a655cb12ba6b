"""The tables that only Slack needs: who installed the app where, and what was uploaded."""

from sqlalchemy import Column, String, Table, Text, text

from bot.store.columns import metadata, moment

slack_installation = Table(
    "slack_installation",
    metadata,
    Column("workspace", String(128), primary_key=True),
    Column("token", Text, nullable=False),
    Column("bot_id", String(64), nullable=False),
    Column("bot_user", String(64), nullable=False),
    Column("installed_by", String(64), nullable=False),
    moment("installed_at"),
    moment("ended_at", nullable=True),
)

slack_oauth_state = Table(
    "slack_oauth_state",
    metadata,
    Column("state", String(64), primary_key=True),
    moment("expires_at"),
)

slack_picture = Table(
    "slack_picture",
    metadata,
    Column("workspace", String(128), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("file", String(64), nullable=False, server_default=text("''")),
)
