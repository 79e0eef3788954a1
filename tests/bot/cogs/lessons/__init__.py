"""Tests of `bot/cogs/lessons`."""
