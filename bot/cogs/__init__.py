"""Discord in: the cogs' common parts, and the listeners."""
