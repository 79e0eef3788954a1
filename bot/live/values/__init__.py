"""What happens to a match, how it stands, and what follows."""
