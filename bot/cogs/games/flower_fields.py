"""Doubting Flower Field and Flower Field on Discord: the commands that start them."""

from typing import ClassVar

from bot.client import DealerClient
from bot.cogs.games.base import GameCog
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField
from engine.matches.match import AnyGame


class DoubtingFlowerFieldCog(GameCog):
    """`/doubting-flower-field start`."""

    game: ClassVar[type[AnyGame]] = DoubtingFlowerField


class FlowerFieldCog(GameCog):
    """`/flower-field start`."""

    game: ClassVar[type[AnyGame]] = FlowerField


async def setup(bot: DealerClient) -> None:
    """Add both cogs."""
    await bot.add_cog(DoubtingFlowerFieldCog(bot))
    await bot.add_cog(FlowerFieldCog(bot))
