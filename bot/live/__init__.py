"""A live match as a value, its events, and their consequences; no I/O."""
