"""Frozen revisions, in the order in which they were made."""
