"""Letters that are done with keep no token: it was a key to the interaction that they answered."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Blank the tokens; a body that is not JSON is left as it is."""
    op.execute(
        """
        UPDATE letters SET body = json_remove(body, '$.token')
        WHERE state <> 'waiting'
        AND CASE WHEN json_valid(body) THEN json_extract(body, '$.token') IS NOT NULL END
        """
    )


def downgrade() -> None:
    """Nothing: an earlier Dealer reads such letters, too, and what is blanked stays so."""
