"""One module a game: all its rules and its notation."""
