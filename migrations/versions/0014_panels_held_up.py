"""What keeps the match of a panel from beginning; and proposals with numbers that never recur."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, and let a proposal have the id of its interaction for a number."""
    op.add_column("panels", sa.Column("is_forced", sa.Integer, nullable=False, server_default="0"))
    op.add_column("panels", sa.Column("hitch", sa.Text))
    with op.batch_alter_table("proposals") as proposals:
        proposals.alter_column("id", type_=sa.BigInteger, existing_nullable=False)


def downgrade() -> None:
    """Drop them; what waits to be confirmed has to be asked again."""
    op.execute("DELETE FROM proposals")
    with op.batch_alter_table("proposals") as proposals:
        proposals.alter_column("id", type_=sa.Integer, existing_nullable=False)
    op.drop_column("panels", "hitch")
    op.drop_column("panels", "is_forced")
