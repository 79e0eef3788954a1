"""Finished matches and their sums: seasons, standings, exports. Pure."""
