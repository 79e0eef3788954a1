"""The cog of Compass Collisions: its start command, and the rooms where it is played."""

from bot.client.client import DealerClient
from bot.cogs.starting.game_cog import GameCog
from engine.games.compass_collisions.rules import CompassCollisions


class CompassCollisionsCog(
    GameCog, name=CompassCollisions.name, group_description=CompassCollisions.title
):
    """`/compass-collisions start`, and the rooms where it is played."""

    game = CompassCollisions


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(CompassCollisionsCog(bot))
