"""The cog of A Battle of Fire and Ice: its start command, and the rooms where it is played."""

from bot.client.client import DealerClient
from bot.cogs.starting.game_cog import GameCog
from engine.games.fire_and_ice.rules import FireAndIce


class FireAndIceCog(GameCog, name=FireAndIce.name, group_description=FireAndIce.title):
    """`/fire-and-ice start`, and the rooms where it is played."""

    game = FireAndIce


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(FireAndIceCog(bot))
