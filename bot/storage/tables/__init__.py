"""The tables: what is written to them, and what is made of their rows."""
