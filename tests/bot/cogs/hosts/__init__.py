"""Tests of `bot/cogs/hosts`."""
