"""Tests of `engine.records`."""
