"""Finished posts keep no token: it was a key to the interaction they answered."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Blank the tokens; a body that is not JSON stays as it is.

    Only SQLite files are that old.
    """
    if op.get_bind().dialect.name != "sqlite":
        return
    op.execute(
        """
        UPDATE letters SET body = json_remove(body, '$.token')
        WHERE state <> 'waiting'
        AND CASE WHEN json_valid(body) THEN json_extract(body, '$.token') IS NOT NULL END
        """
    )


def downgrade() -> None:
    """Do nothing: an earlier Dealer reads such posts too, and what is blanked stays so."""
