"""Tests of `bot/cogs/buttons`."""
