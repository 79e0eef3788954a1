"""Submissions that leave no trace on Discord, kept until their match has judged them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "inbox",
        sa.Column("interaction_id", sa.BigInteger(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(3), nullable=False),
        sa.Column("token", sa.Text()),
        sa.Column("text", sa.Text()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("interaction_id", name="pk_inbox"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_inbox_match_id"),
    )
    op.create_index("ix_inbox_match_id", "inbox", ["match_id"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_inbox_match_id", "inbox")
    op.drop_table("inbox")
