"""The cogs of the games: one module each, named like the folder of its rules."""
