"""The cog of Deep Sea Voyage: its start command, and the rooms where it is played."""

from typing import ClassVar

from bot.client.client import DealerClient
from bot.cogs.starting.game_cog import GameCog
from bot.cogs.starting.start_options import Files
from engine.games.deep_sea_voyage.board import read_boards
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage


class DeepSeaVoyageCog(GameCog, name=DeepSeaVoyage.name, group_description=DeepSeaVoyage.title):
    """`/deep-sea-voyage start`, and the rooms where it is played."""

    game = DeepSeaVoyage
    files: ClassVar[Files] = {"boards": read_boards}


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(DeepSeaVoyageCog(bot))
