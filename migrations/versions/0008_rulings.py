"""Rulings that wait to be confirmed, and who sat at first in a seat that was given away."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table."""
    op.add_column("matches", sa.Column("ec_first_name", sa.Text))
    op.add_column("matches", sa.Column("dmo_first_name", sa.Text))
    op.create_table(
        "proposals",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("ruling", sa.Text, nullable=False),
        sa.Column("takes_back", sa.Integer, nullable=False),
        sa.Column("because", sa.Text, nullable=False),
        sa.Column("person_id", sa.BigInteger),
        sa.Column("person_name", sa.Text),
        sa.Column("person_level", sa.String(10)),
        sa.PrimaryKeyConstraint("id", name="pk_proposals"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_proposals_match_id"),
    )
    op.create_index("ix_proposals_match_id", "proposals", ["match_id"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("proposals")
    op.drop_column("matches", "dmo_first_name")
    op.drop_column("matches", "ec_first_name")
