"""Compass Collisions on Discord: the command that starts it."""

from typing import ClassVar

from bot.client import DealerClient
from bot.cogs.games.base import GameCog
from engine.games.compass_collisions.rules import CompassCollisions
from engine.matches.match import AnyGame


class CompassCollisionsCog(GameCog):
    """`/compass-collisions start`."""

    game: ClassVar[type[AnyGame]] = CompassCollisions


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(CompassCollisionsCog(bot))
