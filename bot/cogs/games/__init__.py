"""One cog for each game."""
