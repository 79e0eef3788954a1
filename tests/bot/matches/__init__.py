"""Tests of the part of the same name."""
