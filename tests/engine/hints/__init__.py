"""Tests of `engine/hints`."""
