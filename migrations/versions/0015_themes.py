"""What boards are painted in: on a server, and for people who see them alone."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the table; boards were dark before."""
    theme = sa.Column("theme", sa.String(20), nullable=False, server_default="dark")
    op.add_column("server_defaults", theme)
    op.create_table(
        "themes",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("theme", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_themes"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("themes")
    op.drop_column("server_defaults", "theme")
