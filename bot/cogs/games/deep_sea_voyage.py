"""Deep Sea Voyage on Discord: the command that starts it."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from bot.client import DealerClient
from bot.cogs.games.base import GameCog
from engine.games.deep_sea_voyage.board import read_boards
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.matches.match import AnyGame


class DeepSeaVoyageCog(GameCog):
    """`/deep-sea-voyage start`."""

    game: ClassVar[type[AnyGame]] = DeepSeaVoyage
    files: ClassVar[Mapping[str, Callable[[str], Mapping[str, str]]]] = {"boards": read_boards}


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(DeepSeaVoyageCog(bot))
