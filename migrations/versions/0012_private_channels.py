"""Private channels: where players speak to the Dealer while hosts read along."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, and to each match the channels that are used in it."""
    op.create_table(
        "private_channels",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_private_channels"),
        sa.UniqueConstraint("channel_id", name="uq_private_channels_channel_id"),
    )
    op.add_column("matches", sa.Column("ec_channel_id", sa.BigInteger))
    op.add_column("matches", sa.Column("dmo_channel_id", sa.BigInteger))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("matches", "dmo_channel_id")
    op.drop_column("matches", "ec_channel_id")
    op.drop_table("private_channels")
