"""`/rules`: how a game is played, on one card."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.client import DealerClient
from bot.incoming.replies import reply
from bot.texts import texts_of
from engine.games import GAMES


class Rules(commands.Cog):
    """Shows the players' cards, also in direct messages."""

    @app_commands.command(name="rules", description="How a game is played, in short")
    @app_commands.describe(game="The game")
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def rules(
        self,
        interaction: discord.Interaction[DealerClient],
        game: Literal[tuple(GAMES)],  # type: ignore[valid-type]
    ) -> None:
        """Show the card of a game."""
        kind = GAMES[game]
        await reply(interaction, f"## {kind.title}\n{texts_of(kind).rules}")


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(Rules())
