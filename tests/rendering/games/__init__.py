"""What only one game's pictures have."""
