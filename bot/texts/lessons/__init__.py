"""The rules of games in pages, and the positions of their tutorials."""
