"""The tables of the database and the values allowed in each column; SQLite accepts anything."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

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
)

from bot.storage.databases.dialects import unique_where
from bot.values.discord_time import snowflake_ms

MOST: Final = (1 << 31) - 1
MAX_BIG: Final = (1 << 63) - 1
LATEST_MS: Final = snowflake_ms(MAX_BIG)
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
    Column("is_practice", Integer, nullable=False, server_default="0"),
    Column("ec_first_name", Text),
    Column("dmo_first_name", Text),
    Column("ec_channel_id", BigInteger),
    Column("dmo_channel_id", BigInteger),
    Column("pings", Integer, nullable=False, server_default="1"),
    Column("language", String(10), nullable=False, server_default="en"),
    Column("winner_stake", Text),
    Column("loser_stake", Text),
)
"""A match; `reason` is set once it is over. Times are milliseconds by Discord's clock.

`read_to` is the last message heard in the room, `away_since_ms` the start of a gap in which nothing
was heard, until that gap is in the log, `wake_ms` the next instant at which time changes the match,
`standing` where the match stands by its log. `aside_since_ms` and `aside_reason` are set while a
match is quarantined, and stay set if it ends that way. `ec_level` and `dmo_level` say how well the
Dealer plays a seat that it has itself. `guild_id` is 0 for a match in direct messages;
`is_practice` is 1 for one that counts nowhere. `ec_first_name` and
`dmo_first_name` say who sat there at first, where a host has given the seat to another person;
`ec_channel_id` and `dmo_channel_id` which private channel is used beside direct messages.
`winner_stake` and `loser_stake` are those of the season that ran when it began.
"""

unique_where("ix_matches_one_live_a_room", MATCHES.c.room_id, "reason IS NULL")

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
"""Submissions that wait until their match has judged them.

A form has its text and the token to answer it; the press of a button also the message that has the
button. A choice has the direct message it belongs to.
"""

Index("ix_inbox_match_id", INBOX.c.match_id)

LIFE: Final = Table(
    "life",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("alive_ms", BigInteger, nullable=False),
    Column("host_ms", BigInteger),
    Column("earliest_ms", BigInteger),
    Column("latest_ms", BigInteger),
)
"""When the gateway was last known to be alive; one row.

At `host_ms` by the host's clock it was between `earliest_ms` and `latest_ms` by Discord's.
"""

HOST_ROLES: Final = Table(
    "host_roles",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True),
    Column("role_id", BigInteger, nullable=False),
)
"""The role whose members are hosts on a server."""

SERVER_DEFAULTS: Final = Table(
    "server_defaults",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True),
    Column("row1", String(10), nullable=False),
    Column("ready", Integer, nullable=False),
    Column("pings", Integer, nullable=False, server_default="1"),
    Column("theme", String(20), nullable=False, server_default="dark"),
    Column("language", String(10)),
)
"""Servers' defaults for their start commands; `ready` is 0 or 1.

`theme` is for their boards, `language` for their texts: NULL for Discord's setting of the server,
which each match and panel keeps as it was when it was set up.

`pings`, here and for each match, is 0 where posts ping only if they have to.
"""

THEMES: Final = Table(
    "themes",
    METADATA,
    Column("user_id", BigInteger, primary_key=True),
    Column("theme", String(20), nullable=False),
)
"""People's own themes, for boards that only they see."""

LANGUAGES: Final = Table(
    "languages",
    METADATA,
    Column("user_id", BigInteger, primary_key=True),
    Column("language", String(10), nullable=False),
)
"""The language in which somebody last used the Dealer."""

TEXT_BOARDS: Final = Table(
    "text_boards",
    METADATA,
    Column("user_id", BigInteger, primary_key=True),
)
"""People who are sent the boards of their matches in words and symbols, too."""


# Values of rows

T = TypeVar("T")

UNREADABLE: Final = (
    *(ValueError, TypeError, AttributeError, LookupError, ArithmeticError),
    RecursionError,
)
"""Errors in reading a damaged row."""


def read_row(table: Table, row: RowMapping | None, read: Callable[[RowMapping], T]) -> T | None:
    """Make a value of a row, or return None if the row is missing or unreadable.

    The row needs each column of the table, JSON as stored text. `read` is called if each column
    fits; an `UNREADABLE` error of it means an unreadable row.
    """
    if row is None or not all(fits(column, row[column.name]) for column in table.columns):
        return None
    try:
        return read(row)
    except UNREADABLE:
        return None


def read_rows(table: Table, rows: Iterable[RowMapping], read: Callable[[RowMapping], T]) -> list[T]:
    """Make values of rows like `read_row`, skipping unreadable ones."""
    return [value for row in rows if (value := read_row(table, row, read)) is not None]


def fits(column: Column[Any], value: object) -> bool:
    """Return whether a column may hold a value; JSON is checked as the text stored."""
    if value is None:
        return bool(column.nullable)
    if not isinstance(column.type, Integer):
        return isinstance(value, str)
    return type(value) is int and 0 <= value <= _most(column)


def fitting(column: Column[Any], value: Any) -> int:
    """Return a stored whole number; 0 if the column holds something else."""
    return value if value is not None and fits(column, value) else 0


def _most(column: Column[Any]) -> int:
    if column.name.endswith("_ms"):
        return LATEST_MS
    return MAX_BIG if isinstance(column.type, BigInteger) else MOST
