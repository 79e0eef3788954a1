"""What waits for a match to begin: panels, practice."""
