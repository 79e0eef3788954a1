"""The cog of Demeter's Anguish: its start command, and the rooms where it is played."""

from bot.client.client import DealerClient
from bot.cogs.starting.game_cog import GameCog
from engine.games.demeters_anguish.rules import DemetersAnguish


class DemetersAnguishCog(
    GameCog, name=DemetersAnguish.name, group_description=DemetersAnguish.title
):
    """`/demeters-anguish start`, and the rooms where it is played."""

    game = DemetersAnguish


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(DemetersAnguishCog(bot))
