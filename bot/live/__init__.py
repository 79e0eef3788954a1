"""A live match as a value, what can happen to it, and what follows from that; no I/O."""
