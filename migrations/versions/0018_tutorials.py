"""How far people are in the tutorials of games."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; nobody had begun one before."""
    op.create_table(
        "tutorials",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("was_finished", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", name="pk_tutorials"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("tutorials")
