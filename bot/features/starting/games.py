"""The extension of the games: a cog for each."""

from bot.cogs.bot import DealerClient
from bot.features.starting.cog import cog_for
from engine.games import GAMES


async def setup(bot: DealerClient) -> None:
    """Add the cogs."""
    for game in GAMES.values():
        await bot.add_cog(cog_for(game)(bot))
