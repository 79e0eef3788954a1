"""The stored panels: matches that wait to begin."""

from typing import Any, Final

import sqlalchemy as sa

from bot.features.panels.panel import End, Panel
from bot.storage.databases.dialects import unique_where
from bot.storage.store import RoomTakenError
from bot.storage.tables.loading import card_in, rows_in
from bot.storage.tables.rows import card_values
from bot.storage.tables.schema import MATCHES, METADATA, read_rows
from bot.storage.writer import COMMAND_SECONDS, Access
from engine.seats import SEATS

PANELS: Final = sa.Table(
    "panels",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("room_id", sa.BigInteger, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("ec_id", sa.BigInteger, nullable=False),
    sa.Column("ec_name", sa.Text, nullable=False),
    sa.Column("ec_level", sa.String(10)),
    sa.Column("dmo_id", sa.BigInteger, nullable=False),
    sa.Column("dmo_name", sa.Text, nullable=False),
    sa.Column("dmo_level", sa.String(10)),
    sa.Column("host_id", sa.BigInteger, nullable=False),
    sa.Column("set_up_ms", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger),
    sa.Column("asks_ready", sa.Integer, nullable=False),
    sa.Column("ec_ready", sa.Integer, nullable=False),
    sa.Column("dmo_ready", sa.Integer, nullable=False),
    sa.Column("is_told", sa.Integer, nullable=False),
    sa.Column("pressed_ms", sa.BigInteger),
    sa.Column("is_missed", sa.Integer, nullable=False),
    sa.Column("pinged", sa.Integer, nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("end", sa.String(10)),
    sa.Column("pings", sa.Integer, nullable=False, server_default="1"),
    sa.Column("is_forced", sa.Integer, nullable=False, server_default="0"),
    sa.Column("hitch", sa.Text),
    sa.Column("language", sa.String(10), nullable=False, server_default="en"),
    sqlite_autoincrement=True,
)
"""The matches that wait to begin (`panel.py`); `end` is set once one waits no longer.

It is deleted when its message says so. Its number never comes again: the posts of two panels of one
number, set up in the same millisecond, would be one to Discord.
"""

unique_where("ix_panels_one_waits_a_room", PANELS.c.room_id, '"end" IS NULL')

AS_THEY_ARE: Final = ("at_ms", "pressed_ms", "pinged", "message_id")
FLAGS: Final = ("asks_ready", "is_told", "is_missed", "is_forced")
"""The columns with a panel's fields of the same names, as they are and as 0 or 1."""


class PanelStore:
    """The panels of all servers."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def set_up(self, panel: Panel) -> int:
        """Store a waiting match; return the panel's id.

        Raises:
            RoomTakenError: Another match is played there.
        """
        room_id = panel.card.room_id
        live = sa.select(MATCHES.c.id).filter_by(room_id=room_id, reason=None)
        row = card_values(panel.card) | {"set_up_ms": panel.card.began_ms} | _values(panel)
        new = sa.insert(PANELS).values(row).returning(PANELS.c.id)

        def set_up(connection: sa.Connection) -> int:
            if connection.scalar(live) is not None:
                raise RoomTakenError
            return int(connection.scalar(new) or 0)

        try:
            return await self._access.write_once(set_up)
        except sa.exc.IntegrityError:
            raise RoomTakenError from None

    async def put(self, panel: Panel, patience: float = COMMAND_SECONDS) -> None:
        """Store a panel's state."""
        changed = sa.update(PANELS).where(PANELS.c.id == panel.id).values(_values(panel))
        await self._access.write_once(lambda connection: connection.execute(changed), patience)

    async def drop(self, panel_id: int) -> None:
        """Delete a panel whose match waits no longer and whose message says so."""
        forget = sa.delete(PANELS).filter_by(id=panel_id)
        await self._access.write(lambda connection: connection.execute(forget))

    async def all(self) -> tuple[list[Panel], list[int]]:
        """Return all panels, the oldest first, and the ids of unreadable ones."""
        rows = await self._access.rows(rows_in(PANELS))
        panels = read_rows(PANELS, rows, _panel)
        readable = {panel.id for panel in panels}
        return panels, [row["id"] for row in rows if row["id"] not in readable]


def end_panel(connection: sa.Connection, panel_id: int) -> None:
    """End a panel whose match begins."""
    begun = {"end": End.BEGUN.value}
    connection.execute(sa.update(PANELS).where(PANELS.c.id == panel_id).values(begun))


def refuse_if_waiting(connection: sa.Connection, room_id: int) -> None:
    """Let no match begin in a room where one waits, or raise RoomTakenError."""
    waiting = sa.select(PANELS.c.id).filter_by(room_id=room_id, end=None)
    if connection.scalar(waiting) is not None:
        raise RoomTakenError


def _values(panel: Panel) -> dict[str, Any]:
    return {
        **{name: getattr(panel, name) for name in AS_THEY_ARE},
        **{name: int(getattr(panel, name)) for name in FLAGS},
        **{f"{seat}_ready": int(seat in panel.ready) for seat in SEATS},
        "hitch": panel.blocker,
        "end": panel.end and panel.end.value,
    }


def _panel(row: sa.RowMapping) -> Panel:
    card = card_in({**row, "id": 0, "began_ms": row["set_up_ms"], "is_practice": 0})
    return Panel(
        **{name: row[name] for name in ("id", *AS_THEY_ARE)},
        **{name: bool(row[name]) for name in FLAGS},
        card=card,
        ready=frozenset(seat for seat in SEATS if row[f"{seat}_ready"]),
        blocker=row["hitch"],
        end=None if row["end"] is None else End(row["end"]),
    )
