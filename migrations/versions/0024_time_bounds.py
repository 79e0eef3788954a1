"""Bounds of Discord's time, beside the last proof of life."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

BOUNDS = ("host_ms", "earliest_ms", "latest_ms")


def upgrade() -> None:
    """Add the columns, empty in the row that there is."""
    for name in BOUNDS:
        op.add_column("life", sa.Column(name, sa.BigInteger))


def downgrade() -> None:
    """Drop the columns."""
    for name in reversed(BOUNDS):
        op.drop_column("life", name)
