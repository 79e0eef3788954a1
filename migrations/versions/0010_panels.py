"""Ready panels: matches that wait for their players, or for a time, to begin."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, with at most one waiting match in a room."""
    op.create_table(
        "panels",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("room_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("ec_id", sa.BigInteger, nullable=False),
        sa.Column("ec_name", sa.Text, nullable=False),
        sa.Column("ec_level", sa.String(10)),
        sa.Column("dmo_id", sa.BigInteger, nullable=False),
        sa.Column("dmo_name", sa.Text, nullable=False),
        sa.Column("dmo_level", sa.String(10)),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("set_up_ms", sa.BigInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger),
        sa.Column("asks_ready", sa.Integer, nullable=False),
        sa.Column("ec_ready", sa.Integer, nullable=False),
        sa.Column("dmo_ready", sa.Integer, nullable=False),
        sa.Column("is_told", sa.Integer, nullable=False),
        sa.Column("pressed_ms", sa.BigInteger),
        sa.Column("is_missed", sa.Integer, nullable=False),
        sa.Column("pinged", sa.Integer, nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("end", sa.String(10)),
        sa.PrimaryKeyConstraint("id", name="pk_panels"),
    )
    op.create_index(
        "ix_panels_one_waits_a_room",
        "panels",
        ["room_id"],
        unique=True,
        sqlite_where=sa.text('"end" IS NULL'),
        postgresql_where=sa.text('"end" IS NULL'),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_panels_one_waits_a_room", "panels")
    op.drop_table("panels")
