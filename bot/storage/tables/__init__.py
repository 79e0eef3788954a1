"""The tables: writing them, and reading values from their rows."""
