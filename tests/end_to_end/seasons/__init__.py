"""The seasons, end to end."""
