"""Since when a match has heard nothing, until that gap is in its log."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("away_since_ms", sa.BigInteger()))


def downgrade() -> None:
    """Drop the column."""
    with op.batch_alter_table("matches") as matches:
        matches.drop_column("away_since_ms")
