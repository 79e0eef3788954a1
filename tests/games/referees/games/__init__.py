"""The second referee of each game."""
