"""The cog of the free table: its start command, and the rooms where it is played."""

from bot.client.client import DealerClient
from bot.cogs.starting.game_cog import GameCog
from engine.games.free_table.rules import FreeTable


class FreeTableCog(GameCog, group_name=FreeTable.name, group_description=FreeTable.title):
    """`/free-table start`, and the rooms where it is played."""

    game = FreeTable


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(FreeTableCog(bot))
