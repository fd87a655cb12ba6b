"""Run by Alembic for every command; the connection comes from `bot.store.schema`, already in a transaction."""

from alembic import context

from bot.store.tables import answer

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=answer.metadata,
    compare_type=True,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
