"""The stored presets of servers, and how players were reached before a match."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Final

import sqlalchemy as sa

from bot.storage.databases.dialects import put
from bot.storage.tables.loading import rows_in
from bot.storage.tables.schema import METADATA, read_rows
from bot.storage.writer import Access
from engine.games import GAMES

MAX_PRESETS: Final = 25
"""Largest number of presets on a server; Discord offers no more to choose from."""

PRESETS: Final = sa.Table(
    "presets",
    METADATA,
    sa.Column("guild_id", sa.BigInteger, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
)
"""A game's options under a name, for a server; in the notation of records."""

REACHED: Final = sa.Table(
    "reached",
    METADATA,
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("message_id", sa.BigInteger, nullable=False),
)
"""The latest message by which somebody was reached before a match with secrets.

`user_id` is the player or, where they have one, their private channel.
"""


@dataclass(frozen=True, slots=True)
class Preset:
    """A game's options under a name.

    Attributes:
        options: Choices in the notation of records.
    """

    name: str
    game: str
    options: Mapping[str, str] = field(hash=False)


class StartingStore:
    """The presets of all servers, and the latest messages by which players were reached."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def put_preset(self, guild_id: int, preset: Preset) -> bool:
        """Store a preset, replacing one of its name; return False if there is no room for it."""
        key = {"guild_id": guild_id, "name": preset.name}
        values = {"game": preset.game, "options": dict(preset.options)}
        other_query = sa.select(sa.func.count()).where(
            PRESETS.c.guild_id == guild_id, PRESETS.c.name != preset.name
        )

        def put_preset(connection: sa.Connection) -> bool:
            has_room = (connection.scalar(other_query) or 0) < MAX_PRESETS
            if has_room:
                put(connection, PRESETS, key, values)
            return has_room

        return await self._access.write_once(put_preset)

    async def delete_preset(self, guild_id: int, name: str) -> bool:
        """Delete a preset; return whether there was one."""
        return await self._access.delete(PRESETS, guild_id=guild_id, name=name)

    async def presets(self, guild_id: int) -> tuple[Preset, ...]:
        """Return a server's presets by their names."""
        rows = await self._access.rows(rows_in(PRESETS).filter_by(guild_id=guild_id))
        return tuple(sorted(read_rows(PRESETS, rows, _preset), key=attrgetter("name")))

    async def put_reached(self, user_id: int, message_id: int) -> None:
        """Note a message that reached somebody; `user_id` may be their private channel."""
        await self._access.put(REACHED, {"user_id": user_id}, {"message_id": message_id})

    async def reached(self, user_id: int) -> int | None:
        """Return the latest message by which somebody was reached."""
        rows = await self._access.rows(sa.select(REACHED).filter_by(user_id=user_id))
        return next(iter(read_rows(REACHED, rows, lambda row: int(row["message_id"]))), None)


def _preset(row: sa.RowMapping) -> Preset:
    options = json.loads(row["options"])
    if row["game"] not in GAMES or not all(isinstance(option, str) for option in options.values()):
        raise ValueError
    return Preset(row["name"], row["game"], options)
