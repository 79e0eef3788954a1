"""Capabilities: each a cog, in discord.py's sense, with all that is its own in one folder."""

from typing import Final

EXTENSIONS: Final = (
    "bot.cogs.listeners",
    *(
        f"{__name__}.{each}"
        for each in (
            *("commands.buttons", "commands.match", "commands.settings"),
            *("lessons.rules", "lessons.tutorial"),
            *("panels.cog", "practice.cog", "replays.cog", "seasons.cog"),
            *("starting.games", "starting.presets"),
        )
    ),
)
"""The modules of all cogs, to be loaded."""
