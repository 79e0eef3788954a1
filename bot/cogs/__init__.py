"""Discord in: what all cogs share, and the listeners."""
