"""Checks of a run: what was lost, said twice or answered wrongly."""
