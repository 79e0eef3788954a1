"""Tests of `bot.storage.databases`."""
