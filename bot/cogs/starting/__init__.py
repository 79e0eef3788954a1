"""How a match is started: its options, the check before it, and what every game's cog does."""
