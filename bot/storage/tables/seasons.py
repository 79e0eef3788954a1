"""Reads seasons."""

from sqlalchemy import Connection, RowMapping, select

from bot.storage.tables.loading import stakes_in
from bot.storage.tables.records import StoredSeason
from bot.storage.tables.schema import SEASONS, read_rows


def read_seasons(connection: Connection, guild_id: int | None = None) -> tuple[StoredSeason, ...]:
    """The seasons of a server, or of all, oldest first; one that cannot be read is left out."""
    query = select(SEASONS).order_by(SEASONS.c.began_ms, SEASONS.c.id)
    if guild_id is not None:
        query = query.where(SEASONS.c.guild_id == guild_id)
    return tuple(read_rows(SEASONS, connection.execute(query).mappings(), season_in))


def season_in(row: RowMapping) -> StoredSeason:
    """A season, from a row of which each column holds what it may."""
    return StoredSeason(
        id=row["id"],
        guild_id=row["guild_id"],
        title=row["title"],
        began_ms=row["began_ms"],
        ended_ms=row["ended_ms"],
        stakes=stakes_in({**row}),
    )
