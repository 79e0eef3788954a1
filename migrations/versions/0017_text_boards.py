"""Who is sent every board in words and symbols, too."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; nobody was sent any before."""
    op.create_table(
        "text_boards",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_text_boards"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("text_boards")
