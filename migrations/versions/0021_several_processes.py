"""What several processes share: who serves a shard, and how soon the next request may go."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables, and when a direct message was said that waits to be judged."""
    op.create_table(
        "shards",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("owner", sa.Text),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_shards"),
    )
    op.create_table(
        "budgets",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("slots", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_budgets"),
    )
    op.add_column("inbox", sa.Column("said_ms", sa.BigInteger))


def downgrade() -> None:
    """Take both out again."""
    op.drop_column("inbox", "said_ms")
    op.drop_table("budgets")
    op.drop_table("shards")
