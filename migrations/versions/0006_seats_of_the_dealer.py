"""How well the Dealer plays a seat that it has itself."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column for each seat."""
    op.add_column("matches", sa.Column("ec_level", sa.String(10)))
    op.add_column("matches", sa.Column("dmo_level", sa.String(10)))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("matches", "dmo_level")
    op.drop_column("matches", "ec_level")
