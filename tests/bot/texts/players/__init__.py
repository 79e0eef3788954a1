"""Tests of `bot/texts/players`."""
