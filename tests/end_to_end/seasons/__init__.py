"""Tests of the seasons, end to end."""
