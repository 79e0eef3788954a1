"""Practice: matches that count nowhere, the rooms for them, and who waits for one."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and both tables."""
    op.add_column(
        "matches", sa.Column("is_practice", sa.Integer, nullable=False, server_default="0")
    )
    op.create_table(
        "practice_rooms",
        sa.Column("room_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room_id", name="pk_practice_rooms"),
    )
    op.create_table(
        "practice_requests",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("user_name", sa.Text, nullable=False),
        sa.Column("interaction_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("room_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seat", sa.String(3), nullable=False),
        sa.Column("level", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_practice_requests"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("practice_requests")
    op.drop_table("practice_rooms")
    op.drop_column("matches", "is_practice")
