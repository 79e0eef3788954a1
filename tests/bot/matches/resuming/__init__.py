"""Tests of `bot/matches/resuming`."""
