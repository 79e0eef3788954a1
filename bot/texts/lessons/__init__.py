"""What teaches a game: its rules in pages and guided positions, one module a game in each."""
