"""How seasons are stored and read, and the finished matches that may belong to one."""

from sqlalchemy import Connection, RowMapping, select, update

from bot.card import Stakes
from bot.storage.databases.dialects import put_if_new
from bot.storage.tables.loading import read_logs, stakes_in
from bot.storage.tables.records import LoadedMatch, StoredSeason
from bot.storage.tables.rows import stakes_row
from bot.storage.tables.schema import MATCHES, SEASONS, read_row, read_rows


def start_season(
    connection: Connection, guild_id: int, title: str, began_ms: int, stakes: Stakes
) -> bool:
    """Let a season begin; return whether it did: only one runs on a server at a time."""
    row = {"guild_id": guild_id, "title": title, "began_ms": began_ms, **stakes_row(stakes)}
    return put_if_new(connection, SEASONS, row)


def end_season(connection: Connection, guild_id: int, ended_ms: int) -> StoredSeason | None:
    """Let the season that runs on a server end; return it, or None if none runs."""
    running = (SEASONS.c.guild_id == guild_id, SEASONS.c.ended_ms.is_(None))
    ended = update(SEASONS).where(*running).values(ended_ms=ended_ms).returning(SEASONS)
    row = connection.execute(ended).mappings().one_or_none()
    return read_row(SEASONS, row, _season)


def read_seasons(connection: Connection, guild_id: int | None = None) -> tuple[StoredSeason, ...]:
    """The seasons of a server, or of all, oldest first; one that cannot be read is left out."""
    query = select(SEASONS).order_by(SEASONS.c.began_ms, SEASONS.c.id)
    if guild_id is not None:
        query = query.where(SEASONS.c.guild_id == guild_id)
    return tuple(read_rows(SEASONS, connection.execute(query).mappings(), _season))


def _season(row: RowMapping) -> StoredSeason:
    return StoredSeason(
        id=row["id"],
        guild_id=row["guild_id"],
        title=row["title"],
        began_ms=row["began_ms"],
        ended_ms=row["ended_ms"],
        stakes=stakes_in({**row}),
    )


def read_finished(connection: Connection, guild_id: int, since_ms: int) -> list[LoadedMatch]:
    """The matches of a server that are over and began at an instant or later."""
    over = select(MATCHES.c.id).where(
        MATCHES.c.guild_id == guild_id,
        MATCHES.c.reason.is_not(None),
        MATCHES.c.began_ms >= since_ms,
    )
    return list(read_logs(connection, over))
