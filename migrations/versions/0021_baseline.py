"""The tables as of revision 0021, the oldest that can be upgraded."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "budgets",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("slots", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_budgets"),
    )
    op.create_table(
        "host_roles",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("role_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_host_roles"),
    )
    op.create_table(
        "languages",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("language", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_languages"),
    )
    op.create_table(
        "life",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("alive_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_life"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("room_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("ec_id", sa.BigInteger, nullable=False),
        sa.Column("ec_name", sa.Text, nullable=False),
        sa.Column("dmo_id", sa.BigInteger, nullable=False),
        sa.Column("dmo_name", sa.Text, nullable=False),
        sa.Column("host_id", sa.BigInteger, nullable=False),
        sa.Column("began_ms", sa.BigInteger, nullable=False),
        sa.Column("read_to", sa.BigInteger, nullable=False),
        sa.Column("wake_ms", sa.BigInteger),
        sa.Column("reason", sa.String(40)),
        sa.Column("winner", sa.String(3)),
        sa.Column("away_since_ms", sa.BigInteger),
        sa.Column("standing", sa.JSON),
        sa.Column("aside_since_ms", sa.BigInteger),
        sa.Column("aside_reason", sa.Text),
        sa.Column("ec_level", sa.String(10)),
        sa.Column("dmo_level", sa.String(10)),
        sa.Column("is_practice", sa.Integer, server_default="0", nullable=False),
        sa.Column("ec_first_name", sa.Text),
        sa.Column("dmo_first_name", sa.Text),
        sa.Column("ec_channel_id", sa.BigInteger),
        sa.Column("dmo_channel_id", sa.BigInteger),
        sa.Column("pings", sa.Integer, server_default="1", nullable=False),
        sa.Column("language", sa.String(10), server_default="en", nullable=False),
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
        "mirrors",
        sa.Column("room_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room_id", name="pk_mirrors"),
        sa.UniqueConstraint("channel_id", name="uq_mirrors_channel_id"),
    )
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
        sa.Column("pings", sa.Integer, server_default="1", nullable=False),
        sa.Column("is_forced", sa.Integer, server_default="0", nullable=False),
        sa.Column("hitch", sa.Text),
        sa.Column("language", sa.String(10), server_default="en", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_panels"),
        sqlite_autoincrement=True,
    )
    op.create_index(
        "ix_panels_one_waits_a_room",
        "panels",
        ["room_id"],
        unique=True,
        sqlite_where=sa.text('"end" IS NULL'),
        postgresql_where=sa.text('"end" IS NULL'),
    )
    op.create_table(
        "practice_requests",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("user_name", sa.Text, nullable=False),
        sa.Column("interaction_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("room_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seat", sa.String(3), nullable=False),
        sa.Column("level", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_practice_requests"),
    )
    op.create_table(
        "practice_rooms",
        sa.Column("room_id", sa.BigInteger, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("room_id", name="pk_practice_rooms"),
    )
    op.create_table(
        "presets",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "name", name="pk_presets"),
    )
    op.create_table(
        "private_channels",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_private_channels"),
        sa.UniqueConstraint("channel_id", name="uq_private_channels_channel_id"),
    )
    op.create_table(
        "reached",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_reached"),
    )
    op.create_table(
        "seasons",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("began_ms", sa.BigInteger, nullable=False),
        sa.Column("ended_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_seasons"),
    )
    op.create_index(
        "ix_seasons_one_runs_on_a_server",
        "seasons",
        ["guild_id"],
        unique=True,
        sqlite_where=sa.text("ended_ms IS NULL"),
        postgresql_where=sa.text("ended_ms IS NULL"),
    )
    op.create_table(
        "server_defaults",
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("row1", sa.String(10), nullable=False),
        sa.Column("ready", sa.Integer, nullable=False),
        sa.Column("pings", sa.Integer, server_default="1", nullable=False),
        sa.Column("theme", sa.String(20), server_default="dark", nullable=False),
        sa.Column("language", sa.String(10)),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server_defaults"),
    )
    op.create_table(
        "shards",
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("owner", sa.Text),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_shards"),
    )
    op.create_table(
        "text_boards",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_text_boards"),
    )
    op.create_table(
        "themes",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("theme", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_themes"),
    )
    op.create_table(
        "tutorials",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("was_finished", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", name="pk_tutorials"),
    )
    op.create_table(
        "entries",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("who", sa.String(6), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("source", sa.String(80)),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_entries_match_id"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_entries"),
        sa.UniqueConstraint("match_id", "source", name="uq_entries_match_id_source"),
    )
    op.create_table(
        "followers",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("place_id", sa.BigInteger, nullable=False),
        sa.Column("every_turn", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_followers_match_id"),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_followers"),
    )
    op.create_table(
        "inbox",
        sa.Column("interaction_id", sa.BigInteger, nullable=False),
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.String(3), nullable=False),
        sa.Column("token", sa.Text),
        sa.Column("text", sa.Text),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("said_ms", sa.BigInteger),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_inbox_match_id"),
        sa.PrimaryKeyConstraint("interaction_id", name="pk_inbox"),
    )
    op.create_index("ix_inbox_match_id", "inbox", ["match_id"])
    op.create_table(
        "letters",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("log_length", sa.Integer, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("message_id", sa.BigInteger),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_letters_match_id"),
        sa.PrimaryKeyConstraint("match_id", "sequence", name="pk_letters"),
    )
    op.create_index("ix_letters_state", "letters", ["state"])
    op.create_table(
        "proposals",
        sa.Column("id", sa.BigInteger, nullable=False),
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("ruling", sa.Text, nullable=False),
        sa.Column("takes_back", sa.Integer, nullable=False),
        sa.Column("because", sa.Text, nullable=False),
        sa.Column("person_id", sa.BigInteger),
        sa.Column("person_name", sa.Text),
        sa.Column("person_level", sa.String(10)),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_proposals_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_proposals"),
    )
    op.create_index("ix_proposals_match_id", "proposals", ["match_id"])


def downgrade() -> None:
    """Refuse: no earlier revision exists."""
    raise NotImplementedError
