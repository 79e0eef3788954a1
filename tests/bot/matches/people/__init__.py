"""Tests of `bot/matches/people`."""
