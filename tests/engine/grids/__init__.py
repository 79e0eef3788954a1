"""Tests of `engine/grids`."""
