"""The stakes of a season's matches, for their results."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

STAKES = ("winner_stake", "loser_stake")


def upgrade() -> None:
    """Add the columns of seasons and matches, empty in existing rows."""
    for table in ("seasons", "matches"):
        for name in STAKES:
            op.add_column(table, sa.Column(name, sa.Text))


def downgrade() -> None:
    """Drop the columns."""
    for table in ("matches", "seasons"):
        for name in reversed(STAKES):
            op.drop_column(table, name)
