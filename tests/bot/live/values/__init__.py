"""Tests of `bot/live/values`."""
