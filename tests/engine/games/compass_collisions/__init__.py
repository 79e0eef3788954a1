"""Tests of Compass Collisions."""
