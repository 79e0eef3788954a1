"""Compass Collisions."""
