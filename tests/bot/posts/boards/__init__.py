"""Tests of `bot/posts/boards`."""
