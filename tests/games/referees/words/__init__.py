"""What is typed, as the referees read it."""
