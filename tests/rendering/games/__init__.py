"""Features of single games' pictures."""
