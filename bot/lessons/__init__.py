"""What teaches a game, as values: nothing here knows Discord, the database or a live match."""
