"""What the matches of a season are for, as their results say of winner and loser."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

STAKES = ("winner_stake", "loser_stake")


def upgrade() -> None:
    """Add the columns, of a season and of a match; nothing was said before."""
    for table in ("seasons", "matches"):
        for name in STAKES:
            op.add_column(table, sa.Column(name, sa.Text))


def downgrade() -> None:
    """Drop them."""
    for table in ("matches", "seasons"):
        for name in reversed(STAKES):
            op.drop_column(table, name)
