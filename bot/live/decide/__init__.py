"""The consequence of each event: pure functions."""
