"""Matches with their logs and posts, the proof of life, and the hosts' roles."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("ec_id", sa.BigInteger(), nullable=False),
        sa.Column("ec_name", sa.Text(), nullable=False),
        sa.Column("dmo_id", sa.BigInteger(), nullable=False),
        sa.Column("dmo_name", sa.Text(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("began_ms", sa.BigInteger(), nullable=False),
        sa.Column("read_to", sa.BigInteger(), nullable=False),
        sa.Column("wake_ms", sa.BigInteger()),
        sa.Column("reason", sa.String(40)),
        sa.Column("winner", sa.String(3)),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index(
        "ix_matches_one_live_a_room",
        "matches",
        ["room_id"],
        unique=True,
        sqlite_where=sa.text("reason IS NULL"),
        postgresql_where=sa.text("reason IS NULL"),
    )
    op.create_table(
        "entries",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(6), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("source", sa.String(80)),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_entries_match_id"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_entries"),
        sa.UniqueConstraint("match_id", "source", name="uq_entries_match_id_source"),
    )
    op.create_table(
        "letters",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("log_length", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_letters_match_id"),
        sa.PrimaryKeyConstraint("match_id", "sequence", name="pk_letters"),
    )
    op.create_index("ix_letters_state", "letters", ["state"])
    op.create_table(
        "life",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("alive_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_life"),
    )
    op.create_table(
        "host_roles",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_host_roles"),
    )


def downgrade() -> None:
    """Drop all tables."""
    for table in ("host_roles", "life", "letters", "entries", "matches"):
        op.drop_table(table)
