"""What each column may hold: SQLite accepts anything anywhere, and files get damaged."""

from typing import Any, Final

from sqlalchemy import BigInteger, Column, Integer, RowMapping, Table

from bot.discord_clock import snowflake_ms

MOST: Final = (1 << 31) - 1
MOST_BIG: Final = (1 << 63) - 1
LATEST_MS: Final = snowflake_ms(MOST_BIG)
"""The last instant that a Discord id can encode."""


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
