"""Tests of `bot.rooms`."""
