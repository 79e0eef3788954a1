"""Tests of the house itself: its docs, its brief and what lies beside it."""
