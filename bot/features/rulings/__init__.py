"""What hosts rule in a match."""
