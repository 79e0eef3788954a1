"""Matches that have not begun: on a panel, or waiting for a room to practise in."""
