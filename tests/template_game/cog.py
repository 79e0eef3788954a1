"""Last Cell on Discord; it would be `bot/cogs/games/last_cell.py`."""

from bot.client.client import DealerClient
from bot.cogs.starting.game_cog import GameCog
from tests.template_game.rules import LastCell


class LastCellCog(GameCog, name=LastCell.name, group_description=LastCell.title):
    """`/last-cell start`, and the rooms where it is played."""

    game = LastCell


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(LastCellCog(bot))
