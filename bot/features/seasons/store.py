"""The stored seasons of servers; one runs on a server at a time."""

from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa

from bot.storage.databases.dialects import put_if_new, unique_where
from bot.storage.tables.archive import PERIODS
from bot.storage.tables.loading import read_matches, stakes_in
from bot.storage.tables.records import LoadedMatch
from bot.storage.tables.rows import stakes_row
from bot.storage.tables.schema import MATCHES, METADATA, read_row, read_rows
from bot.storage.writer import Access
from bot.values.card import NO_STAKES, Stakes

SEASONS: Final = sa.Table(
    "seasons",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("began_ms", sa.BigInteger, nullable=False),
    sa.Column("ended_ms", sa.BigInteger),
    sa.Column("winner_stake", sa.Text),
    sa.Column("loser_stake", sa.Text),
)
"""The seasons of servers; `ended_ms` is empty while one runs.

`winner_stake` and `loser_stake` are what its results say of both players, where a host said so.
"""

unique_where("ix_seasons_one_runs_on_a_server", SEASONS.c.guild_id, "ended_ms IS NULL")


@dataclass(frozen=True, slots=True)
class StoredSeason:
    """A season on a server, by Discord's clock.

    Attributes:
        ended_ms: None while it runs.
    """

    id: int
    guild_id: int
    title: str
    began_ms: int
    ended_ms: int | None = None
    stakes: Stakes = NO_STAKES

    def has(self, guild_id: int, began_ms: int) -> bool:
        """Return whether a match belongs to it: the season that runs when a match begins has it.

        So players know what they play for, and nobody moves a match into another season by playing
        slowly.
        """
        is_begun = guild_id == self.guild_id and began_ms >= self.began_ms
        return is_begun and (self.ended_ms is None or began_ms < self.ended_ms)


class SeasonStore:
    """The seasons of all servers."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def start(
        self, guild_id: int, title: str, began_ms: int, stakes: Stakes = NO_STAKES
    ) -> bool:
        """Begin a season; return False if another one runs on the server."""
        row = {"guild_id": guild_id, "title": title, "began_ms": began_ms, **stakes_row(stakes)}
        return await self._access.write_once(
            lambda connection: put_if_new(connection, SEASONS, row)
        )

    async def end(self, guild_id: int, ended_ms: int) -> StoredSeason | None:
        """End a server's running season; return it, or None if none runs."""
        running = sa.update(SEASONS).filter_by(guild_id=guild_id, ended_ms=None)
        end = running.values(ended_ms=ended_ms).returning(SEASONS)
        row = await self._access.write_once(
            lambda connection: connection.execute(end).mappings().one_or_none()
        )
        return read_row(SEASONS, row, _season)

    async def of_server(self, guild_id: int) -> list[StoredSeason]:
        """Return a server's seasons, oldest first."""
        return await self._access.read(lambda connection: read_seasons(connection, guild_id))

    async def stakes(self, guild_id: int, began_ms: int) -> Stakes:
        """Return the stakes of a match that begins at an instant, by its season."""
        seasons = await self.of_server(guild_id)
        running = (season.stakes for season in seasons if season.has(guild_id, began_ms))
        return next(running, NO_STAKES)

    async def finished_matches(self, guild_id: int, since_ms: int) -> list[LoadedMatch]:
        """Return a server's finished matches that began at an instant or later."""
        of_guild = sa.select(MATCHES.c.id).where(MATCHES.c.guild_id == guild_id)
        over = of_guild.where(MATCHES.c.reason.is_not(None), MATCHES.c.began_ms >= since_ms)
        return await self._access.read(
            lambda connection: list(read_matches(connection, over, with_posts=False))
        )


def read_seasons(connection: sa.Connection, guild_id: int | None = None) -> list[StoredSeason]:
    """Return the readable seasons of a server, or of all, oldest first."""
    query = sa.select(SEASONS).order_by(SEASONS.c.began_ms, SEASONS.c.id)
    if guild_id is not None:
        query = query.filter_by(guild_id=guild_id)
    return read_rows(SEASONS, connection.execute(query).mappings(), _season)


PERIODS.append(read_seasons)


def _season(row: sa.RowMapping) -> StoredSeason:
    own = {name: row[name] for name in ("id", "guild_id", "title", "began_ms", "ended_ms")}
    return StoredSeason(**own, stakes=stakes_in({**row}))
