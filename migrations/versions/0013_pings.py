"""Whether a server's posts ping those awaited, as its matches and panels were set up."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

TABLES = ("server_defaults", "panels", "matches")


def upgrade() -> None:
    """Add the columns; what was there before pings."""
    for table in TABLES:
        op.add_column(table, sa.Column("pings", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    """Drop them."""
    for table in reversed(TABLES):
        op.drop_column(table, "pings")
