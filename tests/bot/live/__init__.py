"""What follows from an event in a live match."""
