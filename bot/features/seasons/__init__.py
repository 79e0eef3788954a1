"""Matches that are over, and what they come to: seasons, standings, exports. Pure."""
