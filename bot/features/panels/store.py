"""The stored panels: matches that wait to begin."""

from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Connection,
    Integer,
    RowMapping,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from bot.features.panels.panel import End, Panel
from bot.storage.databases.dialects import unique_where
from bot.storage.store import RoomTakenError
from bot.storage.tables.loading import card_in, rows_in
from bot.storage.tables.rows import card_values
from bot.storage.tables.schema import MATCHES, METADATA, read_rows
from bot.storage.writer import COMMAND_SECONDS, Access
from engine.seats import SEATS

PANELS: Final = Table(
    "panels",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("room_id", BigInteger, nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("ec_id", BigInteger, nullable=False),
    Column("ec_name", Text, nullable=False),
    Column("ec_level", String(10)),
    Column("dmo_id", BigInteger, nullable=False),
    Column("dmo_name", Text, nullable=False),
    Column("dmo_level", String(10)),
    Column("host_id", BigInteger, nullable=False),
    Column("set_up_ms", BigInteger, nullable=False),
    Column("at_ms", BigInteger),
    Column("asks_ready", Integer, nullable=False),
    Column("ec_ready", Integer, nullable=False),
    Column("dmo_ready", Integer, nullable=False),
    Column("is_told", Integer, nullable=False),
    Column("pressed_ms", BigInteger),
    Column("is_missed", Integer, nullable=False),
    Column("pinged", Integer, nullable=False),
    Column("message_id", BigInteger),
    Column("end", String(10)),
    Column("pings", Integer, nullable=False, server_default="1"),
    Column("is_forced", Integer, nullable=False, server_default="0"),
    Column("hitch", Text),
    Column("language", String(10), nullable=False, server_default="en"),
    sqlite_autoincrement=True,
)
"""The matches that wait to begin (`panel.py`); `end` is set once one waits no longer.

It is deleted when its message says so. Its number never comes again: the posts of two panels of one
number, set up in the same millisecond, would be one to Discord.
"""

unique_where("ix_panels_one_waits_a_room", PANELS.c.room_id, '"end" IS NULL')


class PanelStore:
    """The panels of all servers."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def set_up(self, panel: Panel) -> int:
        """Store a waiting match; return the panel's id.

        Raises:
            RoomTakenError: Another match is played there.
            StorageUnavailableError: The database cannot do it right now.
        """
        room_id = panel.card.room_id
        live = select(MATCHES.c.id).where(MATCHES.c.room_id == room_id, MATCHES.c.reason.is_(None))
        row = card_values(panel.card) | {"set_up_ms": panel.card.began_ms} | _values(panel)
        new = insert(PANELS).values(row).returning(PANELS.c.id)

        def set_up(connection: Connection) -> int:
            if connection.scalar(live) is not None:
                raise RoomTakenError
            return int(connection.scalar(new) or 0)

        try:
            return await self._access.write_once(set_up)
        except IntegrityError:
            raise RoomTakenError from None

    async def put(self, panel: Panel, patience: float = COMMAND_SECONDS) -> None:
        """Store a panel's state.

        Raise StorageUnavailableError if that takes more than `patience` seconds.
        """
        changed = update(PANELS).where(PANELS.c.id == panel.id).values(_values(panel))
        await self._access.write_once(lambda connection: connection.execute(changed), patience)

    async def drop(self, panel_id: int) -> None:
        """Delete a panel whose match waits no longer and whose message says so."""
        forget = delete(PANELS).where(PANELS.c.id == panel_id)
        await self._access.write(lambda connection: connection.execute(forget))

    async def all(self) -> tuple[list[Panel], list[int]]:
        """Return all panels, the oldest first, and the ids of unreadable ones."""
        return await self._access.read(_panels)


def end_panel(connection: Connection, panel_id: int) -> None:
    """End a panel whose match begins."""
    begun = {"end": End.BEGUN.value}
    connection.execute(update(PANELS).where(PANELS.c.id == panel_id).values(begun))


def refuse_if_waiting(connection: Connection, room_id: int) -> None:
    """Let no match begin in a room where one waits, or raise RoomTakenError."""
    waiting = select(PANELS.c.id).where(PANELS.c.room_id == room_id, PANELS.c.end.is_(None))
    if connection.scalar(waiting) is not None:
        raise RoomTakenError


def _panels(connection: Connection) -> tuple[list[Panel], list[int]]:
    rows = connection.execute(rows_in(PANELS)).mappings().all()
    panels = read_rows(PANELS, rows, _panel)
    readable = {panel.id for panel in panels}
    return panels, [row["id"] for row in rows if row["id"] not in readable]


def _values(panel: Panel) -> dict[str, Any]:
    return {
        "at_ms": panel.at_ms,
        "asks_ready": int(panel.asks_ready),
        **{f"{seat}_ready": int(seat in panel.ready) for seat in SEATS},
        "is_told": int(panel.is_told),
        "pressed_ms": panel.pressed_ms,
        "is_missed": int(panel.is_missed),
        "is_forced": int(panel.is_forced),
        "hitch": panel.blocker,
        "pinged": panel.pinged,
        "message_id": panel.message_id,
        "end": panel.end and panel.end.value,
    }


def _panel(row: RowMapping) -> Panel:
    card = card_in({**row, "id": 0, "began_ms": row["set_up_ms"], "is_practice": 0})
    return Panel(
        card=card,
        asks_ready=bool(row["asks_ready"]),
        at_ms=row["at_ms"],
        ready=frozenset(seat for seat in SEATS if row[f"{seat}_ready"]),
        is_told=bool(row["is_told"]),
        pressed_ms=row["pressed_ms"],
        is_missed=bool(row["is_missed"]),
        is_forced=bool(row["is_forced"]),
        blocker=row["hitch"],
        pinged=row["pinged"],
        message_id=row["message_id"],
        end=None if row["end"] is None else End(row["end"]),
        id=row["id"],
    )
