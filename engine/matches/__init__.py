"""A match of any game: its clocks, its log, and what it has to tell."""
