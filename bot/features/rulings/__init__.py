"""Hosts' rulings in a match."""
