"""One process owns the database: no shards with owners, no shared request budget."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the shared tables; the gap begins at the first shard's silence.

    A direct message for another shard's match is read again where it was written.
    """
    op.execute("UPDATE life SET alive_ms = (SELECT min(alive_ms) FROM life)")
    op.execute("DELETE FROM life WHERE id > (SELECT min(id) FROM life)")
    op.execute("UPDATE life SET id = 1")
    op.execute("DELETE FROM inbox WHERE said_ms IS NOT NULL")
    with op.batch_alter_table("inbox") as inbox:
        inbox.drop_column("said_ms")
    op.drop_table("shards")
    op.drop_table("budgets")


def downgrade() -> None:
    """Create the tables again, empty."""
    op.create_table(
        "budgets",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("slots", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_budgets"),
    )
    op.create_table(
        "shards",
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("owner", sa.Text),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_shards"),
    )
    op.add_column("inbox", sa.Column("said_ms", sa.BigInteger))
