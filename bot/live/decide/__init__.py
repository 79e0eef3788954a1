"""What each event leads to: pure functions."""
