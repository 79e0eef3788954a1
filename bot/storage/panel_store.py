"""Stores the matches that wait to begin."""

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from bot.panels.panel import Panel
from bot.storage.access import COMMAND_SECONDS, Access
from bot.storage.tables.panels import drop_panel, insert_panel, read_panels, update_panel
from bot.storage.tables.schema import MATCHES


class RoomTaken(Exception):  # noqa: N818 - a fact about a room
    """The room already has a live match, or one that waits to begin."""


class PanelStore:
    """The panels of all servers."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def set_up(self, panel: Panel) -> int:
        """Store a match that waits to begin; return the panel's id.

        Raises:
            NotStored: The database cannot store it right now.
            RoomTaken: The room already has a live match, or one that waits to begin.
        """
        room_id = panel.card.room_id
        live = select(MATCHES.c.id).where(MATCHES.c.room_id == room_id, MATCHES.c.reason.is_(None))

        def set_up(connection: Connection) -> int:
            if connection.scalar(live) is not None:
                raise RoomTaken
            return insert_panel(connection, panel)

        try:
            return await self._access.promptly(set_up)
        except IntegrityError:
            raise RoomTaken from None

    async def put(self, panel: Panel, patience: float = COMMAND_SECONDS) -> None:
        """Store how a panel stands.

        Raises:
            NotStored: The database does not store it, or not within so many seconds.
        """
        await self._access.promptly(lambda connection: update_panel(connection, panel), patience)

    async def drop(self, panel_id: int) -> None:
        """Forget a panel: its match waits no longer, and its message says so."""
        await self._access.write(lambda connection: drop_panel(connection, panel_id))

    async def all(self) -> tuple[list[Panel], list[int]]:
        """All panels, and the ids of those that cannot be read."""
        return await self._access.read(read_panels)
