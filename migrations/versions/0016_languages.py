"""Which language is spoken: on a server, in a match, and to people who last used another."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

TABLES = ("panels", "matches")


def upgrade() -> None:
    """Add the columns and the table; everything was said in English before."""
    op.add_column("server_defaults", sa.Column("language", sa.String(10)))
    for table in TABLES:
        language = sa.Column("language", sa.String(10), nullable=False, server_default="en")
        op.add_column(table, language)
    op.create_table(
        "languages",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_languages"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("languages")
    for table in reversed(TABLES):
        op.drop_column(table, "language")
    op.drop_column("server_defaults", "language")
