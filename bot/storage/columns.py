"""What the columns may hold: SQLite takes anything anywhere, and files get damaged."""

from typing import Any, Final

from sqlalchemy import BigInteger, Column, Integer, RowMapping, Table

from bot.discord_clock import snowflake_ms

MOST: Final = (1 << 31) - 1
MOST_BIG: Final = (1 << 63) - 1
LATEST_MS: Final = snowflake_ms(MOST_BIG)
"""The last instant that one of Discord's ids can name."""


def misfit(table: Table, row: RowMapping) -> str | None:
    """The first column of a row that holds something it is not for; None if none does."""
    return next((each.name for each in table.columns if not fits(each, row[each.name])), None)


def fits(column: Column[Any], value: object) -> bool:
    """Whether a column may hold a value; JSON is compared as the text that is kept."""
    if value is None:
        return bool(column.nullable)
    if not isinstance(column.type, Integer):
        return isinstance(value, str)
    return type(value) is int and 0 <= value <= _most(column)


def fitting(column: Column[Any], value: Any) -> int:
    """A whole number as it is kept; 0 if something else stands there."""
    return value if value is not None and fits(column, value) else 0


def _most(column: Column[Any]) -> int:
    if column.name.endswith("_ms"):
        return LATEST_MS
    return MOST_BIG if isinstance(column.type, BigInteger) else MOST
