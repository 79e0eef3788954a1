"""Revisions: frozen, in the order in which they were made."""
