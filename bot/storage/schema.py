"""The tables of the database, and what each column may hold: SQLite accepts anything anywhere."""

from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    RowMapping,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from bot.discord_clock import snowflake_ms

MOST: Final = (1 << 31) - 1
MOST_BIG: Final = (1 << 63) - 1
LATEST_MS: Final = snowflake_ms(MOST_BIG)
"""The last instant that a Discord id can encode."""

METADATA: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

MATCHES: Final = Table(
    "matches",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("room_id", BigInteger, nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("ec_id", BigInteger, nullable=False),
    Column("ec_name", Text, nullable=False),
    Column("dmo_id", BigInteger, nullable=False),
    Column("dmo_name", Text, nullable=False),
    Column("host_id", BigInteger, nullable=False),
    Column("began_ms", BigInteger, nullable=False),
    Column("read_to", BigInteger, nullable=False),
    Column("wake_ms", BigInteger),
    Column("reason", String(40)),
    Column("winner", String(3)),
    Column("away_since_ms", BigInteger),
    Column("standing", JSON),
    Column("aside_since_ms", BigInteger),
    Column("aside_reason", Text),
    Column("ec_level", String(10)),
    Column("dmo_level", String(10)),
)
"""A match; `reason` is set once it is over. Times are milliseconds by Discord's clock.

`read_to` is the last message heard in the room, `away_since_ms` the start of a gap in which nothing
was heard, until that gap is in the log, `wake_ms` the next instant at which time changes the match,
`standing` where the match stands by its log. `aside_since_ms` and `aside_reason` are set while a
match is quarantined, and stay set if it ends that way. `ec_level` and `dmo_level` say how well the
Dealer plays a seat that it has itself.
"""

Index(
    "ix_matches_one_live_a_room",
    MATCHES.c.room_id,
    unique=True,
    sqlite_where=text("reason IS NULL"),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("who", String(6), nullable=False),
    Column("at", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("source", String(80)),
    UniqueConstraint("match_id", "source"),
)
"""The log; `source` is the Discord event an entry came from, so that no event counts twice."""

POSTS: Final = Table(
    "letters",
    METADATA,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("log_length", Integer, nullable=False),
    Column("body", JSON, nullable=False),
    Column("state", String(10), nullable=False),
    Column("message_id", BigInteger),
)
"""The outbox: the posts in order; `log_length` names the position each one shows."""

Index("ix_letters_state", POSTS.c.state)

WAITING: Final = "waiting"
DELIVERED: Final = "delivered"
DROPPED: Final = "dropped"
"""The states of a post."""

INBOX: Final = Table(
    "inbox",
    METADATA,
    Column("interaction_id", BigInteger, primary_key=True),
    Column("match_id", ForeignKey("matches.id"), nullable=False),
    Column("seat", String(3), nullable=False),
    Column("token", Text),
    Column("text", Text),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
)
"""Submissions that leave no trace on Discord, kept until their match has judged them.

A form has its text and the token to answer it; a choice has the direct message it belongs to.
"""

Index("ix_inbox_match_id", INBOX.c.match_id)

LIFE: Final = Table(
    "life",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("alive_ms", BigInteger, nullable=False),
)
"""A single row: when the gateway was last known to be alive."""

HOST_ROLES: Final = Table(
    "host_roles",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True),
    Column("role_id", BigInteger, nullable=False),
)
"""The role whose members are hosts on a server."""


# What columns may hold


def misfit(table: Table, row: RowMapping) -> str | None:
    """The first column of a row with a value it cannot hold; None if all are fine."""
    return next((each.name for each in table.columns if not fits(each, row[each.name])), None)


def fits(column: Column[Any], value: object) -> bool:
    """Whether a column may hold a value; JSON is checked as the text stored."""
    if value is None:
        return bool(column.nullable)
    if not isinstance(column.type, Integer):
        return isinstance(value, str)
    return type(value) is int and 0 <= value <= _most(column)


def fitting(column: Column[Any], value: Any) -> int:
    """A stored whole number; 0 if the column holds something else."""
    return value if value is not None and fits(column, value) else 0


def _most(column: Column[Any]) -> int:
    if column.name.endswith("_ms"):
        return LATEST_MS
    return MOST_BIG if isinstance(column.type, BigInteger) else MOST
