"""Demeter's Anguish on Discord: the command that starts it."""

from typing import ClassVar

from bot.client import DealerClient
from bot.cogs.games.base import GameCog
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.matches.match import AnyGame


class DemetersAnguishCog(GameCog):
    """`/demeters-anguish start`."""

    game: ClassVar[type[AnyGame]] = DemetersAnguish


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(DemetersAnguishCog(bot))
