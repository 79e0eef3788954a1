"""Where the boards of rooms are repeated, and who follows a match."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables; no room had a mirror before, and nobody followed a match."""
    op.create_table(
        "mirrors",
        sa.Column("room_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room_id", name="pk_mirrors"),
        sa.UniqueConstraint("channel_id", name="uq_mirrors_channel_id"),
    )
    op.create_table(
        "followers",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("place_id", sa.BigInteger, nullable=False),
        sa.Column("every_turn", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_followers_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_followers"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("followers")
    op.drop_table("mirrors")
