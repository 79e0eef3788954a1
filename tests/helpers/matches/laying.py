"""Lays live matches into a database and into the sandbox's rooms, as if they had been played."""

import asyncio
import re
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from time import time
from typing import Any, Final

from bot.storage.store import Store
from bot.storage.tables.schema import MATCHES, METADATA
from engine.seats import Seat
from tests.helpers.games.offered import PLAYED
from tests.helpers.matches.played import DMO, EC, FIRST_ROOM, GUILD, HOST, Template, play
from tests.helpers.matches.scripts import write_script

MOVES: Final = 40
SEEDS: Final = 4
"""Number of matches of each game; the rooms have copies of them."""
LASTED_MS: Final = 8 * 60_000
"""Time since they began; the last turn of each began since."""
SILENT_MS: Final = 2_000
"""Since when the Dealer has been down."""
SNOWFLAKE: Final = re.compile(r"\b[0-9]{17,20}\b")
MIN_SNOWFLAKE: Final = 10**16

Row = Sequence[Any]


@dataclass(frozen=True)
class Room:
    """A room of the sandbox's with two players of its own."""

    id: int
    guild_id: int
    host_id: int
    player_ids: Mapping[Seat, int]


@dataclass(frozen=True)
class LaidMatch:
    """A live match in a room.

    Attributes:
        template: Template of the copy.
        stands: The Dealer's messages in it since the turn was opened: ids and texts.
    """

    room: Room
    template: Template
    stands: tuple[tuple[int, str], ...]


async def lay(database: Path, rooms: Sequence[Room], moves: int = MOVES) -> list[LaidMatch]:
    """Lay a live match into a new database for each room, all games in turn."""
    now_ms = round(time() * 1000)
    with tempfile.TemporaryDirectory() as folder:
        played = Path(folder) / "played.sqlite"
        templates = await _play_templates(played, moves, now_ms - LASTED_MS)
        store = await Store.open(f"sqlite:///{database}")
        await store.put_alive(now_ms - SILENT_MS)
        await store.close()
        copies = [
            Copy(number, room, template)
            for number, (room, template) in enumerate(zip(rooms, cycle(templates), strict=False), 1)
        ]
        _copy_rows(played, database, copies)
    return [LaidMatch(copy.room, copy.template, tuple(copy.messages())) for copy in copies]


async def _play_templates(database: Path, moves: int, began_ms: int) -> list[Template]:
    store = await Store.open(f"sqlite:///{database}")
    scripts = [write_script(game, seed) for seed in range(SEEDS) for game in PLAYED]
    playing = (
        play(store, script, moves, began_ms, room_id)
        for room_id, script in enumerate(scripts, FIRST_ROOM)
    )
    templates = await asyncio.gather(*playing)
    await store.close()
    return templates


@dataclass(frozen=True)
class Copy:
    """A template on its way into a room: the same match, with ids of its own."""

    number: int
    room: Room
    template: Template

    def messages(self) -> Iterator[tuple[int, str]]:
        """Yield the messages in the room since the turn was opened."""
        ids = self._ids()
        for message_id, content in self.template.stands:
            yield self._moved(message_id, ids), self._moved(content, ids)

    def rows(self, rows: Sequence[Row], own: int) -> Iterator[Row]:
        """Yield rows of a table with the match's number in one of their columns."""
        ids = self._ids()
        for row in rows:
            moved = [self._moved(value, ids) for value in row]
            moved[own] = self.number
            yield moved

    def _ids(self) -> dict[int, int]:
        room = self.room
        players = {EC: room.player_ids[Seat.EC], DMO: room.player_ids[Seat.DMO]}
        return {GUILD: room.guild_id, self.template.room_id: room.id, HOST: room.host_id, **players}

    def _moved(self, value: Any, ids: Mapping[int, int]) -> Any:
        """Return a value with the room's ids; a message's becomes one of the same instant."""
        match value:
            case str():
                return SNOWFLAKE.sub(lambda match: str(self._moved(int(match[0]), ids)), value)
            case int() if value > MIN_SNOWFLAKE:
                return ids.get(value, value + self.number)
            case _:
                return value


def _copy_rows(source: Path, target: Path, copies: Sequence[Copy]) -> None:
    with closing(sqlite3.connect(source)) as played, closing(sqlite3.connect(target)) as laid:
        for table in METADATA.sorted_tables:
            names = [column.name for column in table.columns]
            key = "id" if table is MATCHES else "match_id"
            if key not in names:
                continue
            own, listed = names.index(key), ", ".join(names)
            select = f"SELECT {listed} FROM {table.name} WHERE {key} = ?"
            rows = {
                number: played.execute(select, (number,)).fetchall()
                for number in {other_copy.template.number for other_copy in copies}
            }
            into = f"INSERT INTO {table.name} ({listed}) VALUES ({', '.join('?' * len(names))})"
            for copy in copies:
                laid.executemany(into, copy.rows(rows[copy.template.number], own))
        laid.commit()
