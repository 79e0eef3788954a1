"""Tests of `bot.storage`."""
