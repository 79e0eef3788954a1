"""What is kept before a match: servers' defaults, presets, and who was reached in private."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "server_defaults",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("row1", sa.String(10), nullable=False),
        sa.Column("ready", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server_defaults"),
    )
    op.create_table(
        "presets",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "name", name="pk_presets"),
    )
    op.create_table(
        "reached",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_reached"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("reached")
    op.drop_table("presets")
    op.drop_table("server_defaults")
