"""The peer: the package `discord-games`, whose Wordle answers a guess with a picture.

It runs in an environment of its own, which has nothing of this project.
"""

import os

import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord_games import Wordle


def main() -> None:
    """Run the other bot against the sandbox."""
    Route.BASE = os.environ["DISCORD_API"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
    intents = discord.Intents.default()
    intents.message_content = True
    bot = commands.Bot("!", intents=intents)

    @bot.command()
    async def wordle(context: commands.Context[commands.Bot], word: str) -> None:
        await Wordle(word).start(context)

    bot.run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
