"""`/match`, `/dealer`, `/me` and the buttons below a board, which join several features."""
