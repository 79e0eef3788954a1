"""Tests of `bot.posts`."""
