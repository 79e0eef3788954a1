"""A Battle of Fire and Ice on Discord: the command that starts it."""

from typing import ClassVar

from bot.client import DealerClient
from bot.cogs.games.base import GameCog
from engine.games.fire_and_ice.rules import FireAndIce
from engine.matches.match import AnyGame


class FireAndIceCog(GameCog):
    """`/fire-and-ice start`."""

    game: ClassVar[type[AnyGame]] = FireAndIce


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(FireAndIceCog(bot))
