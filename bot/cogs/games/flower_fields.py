"""The cog of Doubting Flower Field and Flower Field: their start commands and rooms."""

from bot.client.client import DealerClient
from bot.cogs.starting.game_cog import GameCog
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField


class DoubtingFlowerFieldCog(
    GameCog, name=DoubtingFlowerField.name, group_description=DoubtingFlowerField.title
):
    """`/doubting-flower-field start`, and the rooms where it is played."""

    game = DoubtingFlowerField


class FlowerFieldCog(GameCog, name=FlowerField.name, group_description=FlowerField.title):
    """`/flower-field start`, and the rooms where it is played."""

    game = FlowerField


async def setup(bot: DealerClient) -> None:
    """Add the cogs."""
    await bot.add_cog(DoubtingFlowerFieldCog(bot))
    await bot.add_cog(FlowerFieldCog(bot))
