"""A live match as a value, what can happen to it, and what follows: nothing here does I/O."""
