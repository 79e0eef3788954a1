"""Alembic's environment; the caller passes an open connection."""

from alembic import context

from bot.features import load_stores

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=load_stores(),
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
