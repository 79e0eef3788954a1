"""Ultimate Tic-Tac-Toe."""
