"""Tests of `bot/posts/sending`."""
