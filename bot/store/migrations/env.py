"""Run by Alembic for every command; the connection comes from `bot.store.schema`, already in a transaction."""

from alembic import context

from bot.store import slack_tables, tables

all_tables = tables.answer.metadata
assert slack_tables.slack_installation.metadata is all_tables  # noqa: S101 - both files hold tables of one schema

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=all_tables,
    compare_type=True,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
