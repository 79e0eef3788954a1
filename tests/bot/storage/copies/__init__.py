"""Tests of `bot.storage.copies`."""
