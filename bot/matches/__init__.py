"""Live matches: what happens to them, and when."""
