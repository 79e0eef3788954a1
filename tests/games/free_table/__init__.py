"""Tests of the free table."""
