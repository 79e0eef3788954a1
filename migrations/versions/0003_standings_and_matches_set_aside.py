"""Where a match stands, and whether it is quarantined because it cannot go on."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; for existing matches they stay empty."""
    op.add_column("matches", sa.Column("standing", sa.JSON()))
    op.add_column("matches", sa.Column("aside_since_ms", sa.BigInteger()))
    op.add_column("matches", sa.Column("aside_reason", sa.Text()))


def downgrade() -> None:
    """Drop the columns."""
    for column in ("aside_reason", "aside_since_ms", "standing"):
        op.drop_column("matches", column)
