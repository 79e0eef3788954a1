"""Panels whose numbers never recur: one of a panel that is gone would be taken for another's."""

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Let SQLite remember which numbers it has given; other databases do so anyway."""
    _rebuild(is_remembered=True)


def downgrade() -> None:
    """Let the number of a panel that is gone be given again."""
    _rebuild(is_remembered=False)


def _rebuild(*, is_remembered: bool) -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    remembers = {"sqlite_autoincrement": is_remembered}
    with op.batch_alter_table("panels", recreate="always", table_kwargs=remembers):
        pass
