"""Tests of `bot/matches/waiting`."""
